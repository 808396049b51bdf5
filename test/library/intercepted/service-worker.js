// A service worker that answers for the service of a page.
import { createSandbox } from 'alias-sandbox/fetch'

const sandbox = createSandbox({ scenario: 'many_pages' })

addEventListener('install', () => globalThis.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(globalThis.clients.claim()))
addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (/^\/(?:v1|_sandbox)\//.test(pathname)) event.respondWith(sandbox.fetch(event.request))
})
