// How fast the dashboard is in Chromium with many aliases and requests: each screen from the click to the frame that
// shows it, a search from the key to its result, and what happens while requests stream in.
import { startSandbox } from '../dist/index.js'
import { launchBrowser } from '../test/support/tools/launch-browser.js'
import { median } from './stats.js'

const screens = ['Live', 'Inbox', 'Report']
const CALLS_AT_ONCE = 50

/** Medians in milliseconds; `longest_task` is the longest that blocked the page, 0 below 50 ms. */
export async function measureDashboard(settings, tell) {
  const browser = await launchBrowser()
  const sandbox = await startSandbox({ scenario: 'unlimited', seed: 42 })
  try {
    const account = await sandbox.accountNamed('default')
    await fill(account, settings)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.addInitScript(watch)
    await page.goto(`${sandbox.url}/_sandbox/#/default/live`)
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor()
    await page.locator('[data-entry]').first().waitFor()
    return [
      ...(await measureScreens(page, settings, tell)),
      ...(await measureSearch(page, settings, tell)),
      ...(await measureStream(page, account, settings, tell)),
    ]
  } finally {
    await browser.close()
    await sandbox.close()
  }
}

function call(account, query) {
  const headers = { authorization: `Bearer ${account.apiKey}` }
  return fetch(`${account.url}/v1/aliases${query}`, { headers }).then((answer) => answer.text())
}

async function fill(account, { aliases, calls }) {
  await account.do('populate_aliases', { count: aliases })
  for (let made = 0; made < calls; made += CALLS_AT_ONCE) {
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, () => call(account, '?limit=5')))
  }
}

/** Runs in the page: measures from an event to the frame after `isDone`, and keeps the longest task. */
function watch() {
  const longest = { task: 0, count: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      longest.task = Math.max(longest.task, duration)
      longest.count += 1
    }
  }).observe({ type: 'longtask', buffered: true })
  globalThis.bench = {
    /** Resolves to the time from the next event of this type until a frame with what is expected was painted. */
    from: (type, isDone) =>
      new Promise((resolve) => {
        const begin = ({ timeStamp }) => {
          const look = () => {
            if (!isDone()) return requestAnimationFrame(look)
            // This state is painted at the end of this frame; a message arrives after that.
            const { port1, port2 } = new MessageChannel()
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
            port1.start()
            port2.postMessage(0)
          }
          requestAnimationFrame(look)
        }
        addEventListener(type, begin, { capture: true, once: true })
      }),
    takeLongest: () => {
      const { task, count } = longest
      longest.task = longest.count = 0
      return { task, count }
    },
  }
}

async function measureScreens(page, { rounds }, tell) {
  const rows = new Map(screens.map((screen) => [screen, { opened: [], loaded: [], longest: 0 }]))
  for (let round = 1; round <= rounds; round += 1) {
    tell(`screens, round ${round} of ${rounds}`)
    for (const screen of [...screens.slice(1), screens[0]]) {
      await page.evaluate(() => bench.takeLongest())
      const times = page.evaluate((name) => {
        const main = document.querySelector('main')
        const isOpen = () => main.querySelector('h1').textContent === name
        const isLoaded = () => isOpen() && !main.textContent.includes('Loading')
        return Promise.all([bench.from('click', isOpen), bench.from('click', isLoaded)])
      }, screen)
      await page.getByRole('navigation', { name: 'Screens' }).getByText(screen).click()
      const row = rows.get(screen)
      const [opened, loaded] = await times
      row.opened.push(opened)
      row.loaded.push(loaded)
      row.longest = Math.max(row.longest, (await page.evaluate(() => bench.takeLongest())).task)
    }
  }
  return [...rows].map(([screen, { opened, loaded, longest }]) => ({
    what: `${screen}, from the click`,
    painted_ms: median(opened),
    with_content_ms: median(loaded),
    longest_task_ms: longest,
  }))
}

/** Letters of random ids, each of which leaves fewer aliases. */
const SEARCH = 'zq7'

async function measureSearch(page, { rounds, aliases }, tell) {
  const toAll = `${aliases.toLocaleString('en')} aliases`
  await page.getByRole('tab', { name: 'Aliases' }).click()
  const field = page.getByLabel('Search the aliases')
  await page.locator('.aliases li').first().waitFor()
  const times = []
  await page.evaluate(() => bench.takeLongest())
  for (let round = 1; round <= rounds; round += 1) {
    tell(`search, round ${round} of ${rounds}`)
    for (const letter of SEARCH) {
      const time = page.evaluate(() => {
        const count = () => document.querySelector('[role=tabpanel] .hint[role=status]').textContent
        const before = count()
        return bench.from('keydown', () => count() !== before)
      })
      await field.press(letter)
      times.push(await time)
    }
    await field.fill('')
    await page.getByText(toAll, { exact: true }).waitFor()
  }
  const { task } = await page.evaluate(() => bench.takeLongest())
  return [
    {
      what: 'a letter in the search of aliases',
      painted_ms: '',
      with_content_ms: median(times),
      longest_task_ms: task,
    },
  ]
}

/** The longest task while requests stream in and somebody reads further down. */
async function measureStream(page, account, { streamMs, callsPerSecond }, tell) {
  tell(`${callsPerSecond} requests/s`)
  await page.mouse.move(500, 500)
  await page.mouse.wheel(0, 400)
  await page.waitForTimeout(500)
  await page.evaluate(() => bench.takeLongest())
  await stream(account, streamMs, callsPerSecond)
  const { task, count } = await page.evaluate(() => bench.takeLongest())
  return [
    {
      what: `${callsPerSecond} requests/s on Live, ${count} tasks over 50 ms`,
      painted_ms: '',
      with_content_ms: '',
      longest_task_ms: task,
    },
  ]
}

const TICK_MS = 50

async function stream(account, ms, perSecond) {
  const until = performance.now() + ms
  const pending = []
  while (performance.now() < until) {
    const calls = Math.round((perSecond * TICK_MS) / 1_000)
    for (let made = 0; made < calls; made += 1) pending.push(call(account, '?limit=5'))
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(pending)
}
