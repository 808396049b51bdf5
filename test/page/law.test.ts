import { build } from 'esbuild'
import fc from 'fast-check'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toSession } from '../../src/history/session/to-session.ts'
import { livedSandbox, histories } from '../support/core/random-lives.ts'
import { findBrowser } from '../support/tools/find-browser.js'
import { launchBrowser } from '../support/tools/launch-browser.js'
import { needs } from '../support/tools/needs.ts'
import { computed } from './computed.ts'
import { localeTexts } from './locale-texts.ts'

/** The long run has more. */
const RUNS = Number(process.env['PAGE_RUNS'] ?? 300)

let browser: Browser | undefined
let page: Page

/** The sources of a page, built as the build does it, in an empty window without a network. */
beforeAll(async () => {
  if (findBrowser() === undefined) return
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('computed-in-page.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
  })
  browser = await launchBrowser()
  page = await (await browser.newContext({ offline: true })).newPage()
  await page.evaluate(outputFiles[0]!.text)
  await page.evaluate(`globalThis.texts = ${JSON.stringify(localeTexts)}`)
})
afterAll(() => browser?.close())

describe('what a page computes', needs('browser'), () => {
  it('is what the command line computes, byte by byte, over random histories', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (beats) => {
        const sandbox = livedSandbox(beats)
        const file = toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
        const text = JSON.stringify(file)
        const here = await computed(text, localeTexts)
        const there = await page.evaluate<string>(`computed(${JSON.stringify(text)}, texts)`)
        expect(there).toBe(here)
      }),
      { numRuns: RUNS },
    )
  })
})
