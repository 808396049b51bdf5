// In a page: MSW with a sandbox, and sandboxes that are asked directly.
import { setupWorker } from 'msw/browser'
import { createSandbox } from 'alias-sandbox/fetch'
import { aliasHandlers } from 'alias-sandbox/msw'
import { bothWays } from './both-ways.js'
import { makeClient } from './client.js'

const worker = setupWorker()
const started = worker.start({ quiet: true, onUnhandledRequest: 'bypass' })

/** A client of the service at `/mail` of the page, which is not there. */
async function intercept(sandbox) {
  await started
  worker.resetHandlers(...aliasHandlers(sandbox, '/mail'))
  return makeClient({ url: '/mail', apiKey: sandbox.apiKey })
}

globalThis.bothWays = (fault) => bothWays({ createSandbox, intercept, fault })

/** How requests that hang end for a client that leaves, and for one whose sandbox is closed. */
globalThis.hanging = async () => {
  const sandbox = createSandbox()
  await sandbox.defaultAccount.fail('hang', { times: 2 })
  const [leaving, staying] = [await intercept(sandbox), await intercept(sandbox)]
  const answers = [leaving.received(), staying.received()]
  await sandbox.defaultAccount.waitForRequests({ count: 2 })
  leaving.leave()
  const left = await answers[0]
  await sandbox.close()
  return [left, await answers[1]]
}

/** The status of a request for another path, which is left to the server. */
globalThis.elsewhere = async () => {
  await intercept(createSandbox())
  return (await fetch('/elsewhere/v1/aliases')).status
}
