// How large a page of 1,000 requests is, and how long it takes to open, from the disk, without a network: until its first
// lines are painted, which are text, until a line of the history is, and until all of it was checked and replayed; on
// this machine, and with its processor slowed down four times, as on a phone.
// `npm run measure:pages`; it needs Chromium.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import '../support/process/fresh-build.js'
import { startSandbox } from '../../dist/index.js'
import { median } from '../../bench/stats.js'
import { launchBrowser } from '../support/tools/launch-browser.js'

const REQUESTS = 1_000
const OPENINGS = 7

const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-page-'))
const file = join(folder, 'history.html')
const sandbox = await startSandbox({
  scenario: { account: { plan: 'pro' }, limits: { burst: 'off', daily: 'off' }, populate: 250 },
})
const browser = await launchBrowser()
try {
  await sandbox.save(file)
  const empty = statSync(file).size
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' }
  for (let at = 0; at < REQUESTS; at += 1) {
    const isList = at % 2 === 1
    const response = await fetch(`${sandbox.url}/v1/aliases${isList ? '?limit=20' : ''}`, {
      headers,
      ...(!isList && { method: 'POST', body: JSON.stringify({ label: `shop ${at}` }) }),
    })
    await response.text()
  }
  await sandbox.save(file)
  tell(`without requests: ${empty} bytes; with ${REQUESTS} requests: ${statSync(file).size} bytes`)
  for (const [name, width, rate] of [
    ['1440 px', 1440, 1],
    ['390 px, processor slowed down 4 times', 390, 4],
  ]) {
    const times = []
    for (let turn = 0; turn < OPENINGS; turn += 1) times.push(await open(width, rate))
    const [text, line, whole] = ['text', 'line', 'whole'].map((field) =>
      Math.round(median(times.map((time) => time[field]))),
    )
    tell(
      `${name}: first lines after ${text} ms, the history after ${line} ms, replayed after ${whole} ms (medians of ${OPENINGS})`,
    )
  }
} finally {
  await browser.close()
  await sandbox.close()
  rmSync(folder, { recursive: true })
}

function tell(line) {
  process.stdout.write(`${line}\n`)
}

/** Milliseconds from the navigation until text was painted, then a line of the history, and until all was replayed. */
async function open(width, rate) {
  const context = await browser.newContext({ offline: true, viewport: { width, height: 844 } })
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      const line = document.querySelector('[data-entry]')
      if (!line) return
      observer.disconnect()
      for (const each of line.querySelectorAll('*')) each.setAttribute('elementtiming', 'line')
    }).observe(document, { childList: true, subtree: true })
    globalThis.line = new Promise((resolve) => {
      const tell = (list) => resolve(list.getEntries()[0].renderTime)
      new PerformanceObserver(tell).observe({ type: 'element' })
    })
    globalThis.whole = new Promise((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!document.querySelector('.banner')?.textContent.includes('as recorded')) return
        observer.disconnect()
        resolve(performance.now())
      }).observe(document, { childList: true, subtree: true, characterData: true })
    })
  })
  await page.goto(pathToFileURL(file).href)
  const [line, whole] = await page.evaluate('Promise.all([line, whole])')
  const text = await page.evaluate(
    `performance.getEntriesByName('first-contentful-paint')[0].startTime`,
  )
  await context.close()
  return { text, line, whole }
}
