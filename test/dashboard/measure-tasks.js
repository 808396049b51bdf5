// npm run measure:dashboard [-- --dist FOLDER]
// Five tasks of somebody who tests by hand, from the overview, in Chromium: how many presses each takes on a phone
// and in a window, how often what is pressed must be scrolled to, and seconds. Another build can be measured beside it.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { launchBrowser } from '../support/tools/launch-browser.js'

const { values } = parseArgs({ options: { dist: { type: 'string', default: 'dist' } } })
const { startSandbox } = await import(resolve(values.dist, 'index.js'))

const sizes = { 390: 844, 1440: 900 }

/** Where buttons stand that another build or a smaller window folds away. */
const folds = { 'Fail the payment': 'Plan and billing', '429 for 20 s': 'Break it' }

/** Counts what a person does with a page. */
function makeHand(page) {
  const counts = { presses: 0, scrolls: 0 }
  const press = async (target) => {
    await target.first().waitFor()
    // A list that changes may have made it anew meanwhile.
    const box = (await target.first().boundingBox()) ?? (await target.first().boundingBox())
    const bar = await page.locator('footer').boundingBox()
    counts.presses += 1
    counts.scrolls += box.y < 0 || box.y + box.height > bar.y ? 1 : 0
    await target.first().click()
  }
  const unfold = async (word) => {
    const summary = page.locator('summary').filter({ hasText: word }).first()
    const isFolded =
      (await summary.count()) > 0 && !(await summary.evaluate((at) => at.parentElement.open))
    if (isFolded) await press(summary)
    return isFolded
  }
  const button = async (name) => {
    if (folds[name]) await unfold(folds[name])
    await press(page.getByRole('button', { name, exact: typeof name === 'string' }))
  }
  const move = async (name) => {
    const step = page.getByRole('button', { name, exact: true })
    if (await unfold('Move the clock')) await step.waitFor()
    if ((await step.count()) === 0) await press(page.getByRole('link', { name: 'Clock' }))
    await press(step)
  }
  return { page, counts, press, unfold, button, move }
}

/** @type {Record<string, (hand: ReturnType<typeof makeHand>, call: () => Promise<Response>) => Promise<void>>} */
const tasks = {
  'a payment fails, and is settled': async ({ button }, call) => {
    await button('Fail the payment')
    await answers(call, 403)
    await button('Settle invoice')
    await answers(call, 200)
  },
  'three 429, and the client recovers after 20 s': async ({ button, move }, call) => {
    await button('429 for 20 s')
    await answers(call, 429)
    for (let again = 0; again < 2; again += 1) await answers(call, 429)
    await move('+ 30 s')
    await answers(call, 200)
  },
  'a day ahead': async ({ move, page }) => {
    await move('+ 1 day')
    await page.getByText('The clock is now 2026-03-02').first().waitFor()
  },
  'why a call was refused, and its bug report': async ({ press, button, page }) => {
    await press(page.locator('a[href$="/story/req_1"]'))
    await button('Copy for bug report')
    await page.getByText('The bug report was copied').waitFor()
  },
  'undo, and save the story': async ({ button, unfold, press, page }) => {
    await button('Fail the payment')
    await button(/^Undo: A payment failed/)
    await press(page.getByRole('link', { name: 'Story' }))
    await unfold('Save this story')
    const saved = page.waitForEvent('download')
    await button('Download story')
    await saved
  },
}

async function answers(call, status) {
  const got = (await call()).status
  if (got !== status) throw new Error(`the client got ${got}, not ${status}`)
}

const print = (line) => process.stdout.write(`${line}\n`)

const browser = await launchBrowser()
print('| task | presses, 390 | scrolls, 390 | presses, 1440 | scrolls, 1440 | seconds |')
print('| --- | --- | --- | --- | --- | --- |')
for (const [name, act] of Object.entries(tasks)) {
  const cells = []
  let seconds = 0
  for (const [width, height] of Object.entries(sizes)) {
    const sandbox = await startSandbox({
      now: '2026-03-01T12:00:00Z',
      frozen: true,
      apiKey: 'sandbox_default',
      ...(name.startsWith('why') && { scenario: 'past_due' }),
    })
    const context = await browser.newContext({
      viewport: { width: Number(width), height },
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const headers = { authorization: 'Bearer sandbox_default' }
    const call = () => fetch(`${sandbox.url}/v1/aliases`, { headers })
    await call() // the client is connected
    await page.goto(`${sandbox.url}/_sandbox/`)
    await page.locator('a[href$="/story/req_1"]').first().waitFor()
    const hand = makeHand(page)
    const start = performance.now()
    await act(hand, call)
    seconds = Math.max(seconds, (performance.now() - start) / 1_000)
    cells.push(hand.counts.presses, hand.counts.scrolls)
    await context.close()
    await sandbox.close()
  }
  print(`| ${name} | ${cells.join(' | ')} | ${seconds.toFixed(1)} |`)
}
await browser.close()
