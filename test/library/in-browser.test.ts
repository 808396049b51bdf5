import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { argumentsOf } from '../support/core/fault-arguments.ts'
import { needs } from '../support/tools/needs.ts'
import { usePages } from './intercepted/pages.ts'
import '../support/process/fresh-build.js'

const pathTo = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** A script for a browser, with all that it imports. */
async function bundle(file: string, alias: Record<string, string> = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [pathTo(`intercepted/${file}`)],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    alias,
    nodePaths: [pathTo('../../.nodes/node_modules')],
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

describe.each([
  ['msw 2', 'node_modules/msw', needs('browser')],
  ['msw 3', '.nodes/node_modules/msw3', needs('browser', 'Node 22')],
] as const)('a page with setupWorker of %s', (_version, msw, options) => {
  const pages = usePages({
    '/page.js': () => bundle('worker-page.js', { msw: basename(msw) }),
    '/mockServiceWorker.js': () =>
      readFile(pathTo(`../../${msw}/lib/mockServiceWorker.js`), 'utf8'),
  })
  const open = async () => {
    const page = await pages.open()
    await page.addScriptTag({ url: '/page.js', type: 'module' })
    return page
  }

  it('gets each answer and each fault as it is', options, async () => {
    const page = await open()
    for (const kind of faultKinds.filter((each) => each !== 'hang')) {
      const fault = JSON.stringify([kind, argumentsOf(kind)])
      const [through, directly] = await page.evaluate<unknown[]>(`bothWays(${fault})`)
      expect({ kind, through }).toEqual({ kind, through: directly })
    }
  })

  it(
    'can leave a request that hangs, and is told when the sandbox is closed',
    options,
    async () => {
      expect(await (await open()).evaluate('hanging()')).toEqual(['AbortError', 'no answer'])
    },
  )

  it('reaches its server with all other requests', options, async () => {
    expect(await (await open()).evaluate('elsewhere()')).toBe(200)
  })
})

describe('a service worker', needs('browser'), () => {
  const pages = usePages({ '/worker.js': () => bundle('service-worker.js') })

  it('answers for the service', async () => {
    const page = await pages.open()
    const listed = await page.evaluate(`(async () => {
      const claimed = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve)
      })
      await navigator.serviceWorker.register('/worker.js', { type: 'module' })
      await claimed
      const headers = { authorization: 'Bearer sandbox_default' }
      const list = await (await fetch('/v1/aliases', { headers })).json()
      await fetch('/_sandbox/actions/arm_fault', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"kind":"drop_before"}' })
      const lost = await fetch('/v1/aliases', { headers }).catch((error) => error.name)
      return [list.aliases.length, list.has_more, lost]
    })()`)
    expect(listed).toEqual([20, true, 'TypeError'])
  })
})
