import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import '../support/process/fresh-build.js'
import type { Session } from '../../src/contract/session/session.ts'
import { reportOn } from '../../src/report/report.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { toEtiquetteResult } from '../../src/results/etiquette-result.ts'
import type { Case, Result } from '../../src/results/result.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { writePage } from '../../src/node/work/write-page.ts'
import { axeFindings } from '../dashboard/everywhere/measures.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { contentOfPage } from '../support/content-of-page.ts'
import { needs } from '../support/tools/needs.ts'
import { pagesInBrowser } from './pages-in-browser.ts'
import { undoIn } from '../../src/history/replay/undo.ts'

const { openPage, openRefused } = pagesInBrowser()

/** A script of the page: keeps what can be seen when an element is there for the first time. */
const noteTextAt = (selector: string) => `
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('${selector}')) return
    observer.disconnect()
    globalThis.textThen = document.body.innerText
  }).observe(document, { childList: true, subtree: true })
`

function historyOf(sandbox: Sandbox): Session {
  return toSession(sandbox, sandbox.accounts(), { version: '0.0.0' })
}

/** A client that does not wait, and whose clock was moved. */
function carelessSandbox(): Sandbox {
  const sandbox = coreSandbox({ account: { plan: 'pro' }, populate: 30 })
  const act = (action: string, args: object, ms: number) =>
    sandbox.perform(sandbox.account('default'), action, args, MACHINE_MS + ms)
  callCore(sandbox, { body: '{"label":"one"}' })
  act('arm_fault', { kind: 'outage', times: 2 }, 1_000)
  callCore(sandbox, { body: '{"label":"two"}', machineMs: MACHINE_MS + 2_000 })
  callCore(sandbox, { body: '{"label":"two"}', machineMs: MACHINE_MS + 2_100 })
  act('advance_clock', { by: '25h' }, 3_000)
  callCore(sandbox, { method: 'GET', query: 'limit=5', machineMs: MACHINE_MS + 5_000 })
  return sandbox
}

/** So long a history that its newest entries are shown first. */
function busySandbox(): Sandbox {
  const sandbox = coreSandbox({ limits: { burst: 'off', daily: 'off' } })
  for (let at = 0; at < 300; at += 1) {
    callCore(sandbox, { body: '{"label":"shop"}', machineMs: MACHINE_MS + at })
  }
  return sandbox
}

function reportPage(): string {
  const sandbox = carelessSandbox()
  const result = toEtiquetteResult(reportOn(sandbox.accounts().map(toJudged)))
  return writePage({ result: { ...result, history: historyOf(sandbox) } })
}

const sessionPage = (sandbox = carelessSandbox()) => writePage({ history: historyOf(sandbox) })

function contentOf(html: string): { sessions: Session[]; written_by: string } {
  return JSON.parse(contentOfPage(html)) as { sessions: Session[]; written_by: string }
}

function withContent(html: string, content: unknown): string {
  const data = gzipSync(typeof content === 'string' ? content : JSON.stringify(content))
  return html.replace(/(id="page-data">)[^<]*/, `$1${data.toString('base64')}`)
}

describe('a page that is opened from the disk, without a network', needs('browser'), () => {
  it('says what was found, and each entry that it cites is a click away', async () => {
    const page = await openPage(reportPage())
    await page.getByRole('heading', { name: /^etiquette: 1 of \d+ rules failed/ }).waitFor()
    await page.getByRole('link', { name: 'req_3' }).first().click()
    await page.locator('#entry', { hasText: '503' }).waitFor()
    expect(page.url()).toMatch(/#\/default\/live\/req_3$/)
    await page.getByText('4 answers, all as recorded').waitFor()
    await page.getByText('Checks, in order').waitFor()
  })

  it.each([
    ['#req_2', /503/],
    ['#act_2', /clock/],
    ['#/default/live/req_1', /200/],
  ])('opens at %s', async (hash, heading) => {
    const page = await openPage(sessionPage(), { hash })
    await page.locator('#entry').waitFor()
    expect(await page.locator('#entry').textContent()).toMatch(heading)
  })

  it('shows each case of a result, with what happened in it', async () => {
    const cases: Case[] = [
      { name: 'plus', status: 'pass', history: historyOf(coreSandbox({ populate: 2 })) },
      {
        name: 'careless',
        title: 'It does not wait',
        status: 'fail',
        message: 'exit 1',
        output: 'Error: 503\n    at client.js:3',
        details: [
          {
            as: 'code',
            title: 'Again',
            lines: ['alias-sandbox exec --each scenario -- node client.js'],
          },
        ],
        history: historyOf(carelessSandbox()),
      },
    ]
    const result: Result = {
      name: 'exec --each scenario',
      headline: 'one failed',
      cases,
      notes: [],
      data: null,
    }
    const page = await openPage(writePage({ result }), { hash: '#case-2' })
    await page.getByText('at client.js:3').waitFor()
    await page.getByText('alias-sandbox exec --each scenario -- node client.js').waitFor()
    await page.getByRole('link', { name: 'What happened in it' }).first().click()
    await page.locator('[data-entry=req_3]').waitFor()
    expect(page.url()).toContain('#case-2/')
    await page.getByRole('link', { name: 'Result' }).click()
    await page.locator('.cases.pass summary').click()
    await page.locator('#case-1').getByRole('link', { name: 'What happened in it' }).click()
    await page.locator('[data-entry=start_1]').waitFor()
    expect(await page.locator('[data-entry=req_1]').count()).toBe(0)
  })

  it('shows nothing of a case that was left while it was loaded', async () => {
    const cases: Case[] = [
      { name: 'plus', status: 'pass', history: historyOf(coreSandbox({ populate: 2 })) },
      { name: 'careless', status: 'fail', history: historyOf(carelessSandbox()) },
    ]
    const result: Result = {
      name: 'exec --each scenario',
      headline: 'one failed',
      cases,
      notes: [],
      data: null,
    }
    const page = await openPage(writePage({ result }))
    await page.getByRole('link', { name: 'What happened in it' }).first().waitFor()
    await page.evaluate(`for (const number of [1, 2, 1]) {
      location.hash = '#case-' + number + '/default/live'
      dispatchEvent(new Event('hashchange'))
    }`)
    await page.locator('[data-entry=start_1]').waitFor()
    expect(await page.locator('[data-entry=req_1]').count()).toBe(0)
  })

  it('goes on from where it went back to, and saves what came of it as page, session and scenario', async () => {
    const page = await openPage(sessionPage(), { hash: '#req_2' })
    await page.getByRole('button', { name: 'Undo to before this' }).click()
    await page
      .getByText(/^Back to before/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Create an alias' }).click()
    await page.getByText('The request was answered: req_5.').waitFor()
    await page.getByLabel('Let time pass').fill('1h')
    await page.getByRole('button', { name: 'Advance' }).click()
    await page
      .getByText(/The clock is now/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'List aliases' }).click()
    await page.getByText('The request was answered: req_6.').waitFor()
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      return readFileSync(await (await download).path(), 'utf8')
    }
    const history = readSession(await saved('Save as session'), 'session.json')
    expect(replaySession(history, sampleTexts)).toMatchObject({ answers: 6, equal: 6 })
    expect(history.accounts[0]!.history.map(({ id }) => id)).toContain('req_6')
    expect(await saved('Save as scenario')).toMatch(/"expect"/)
    const again = await openPage(await saved('Save as page'), { hash: '#req_6' })
    await again.locator('#entry').waitFor()
    await again.getByText('6 answers, all as recorded').waitFor()
  })

  it('says that it opens, and does not call the browser too old', async () => {
    const page = await openPage(reportPage(), { script: noteTextAt('#page-text') })
    await page.getByRole('heading', { name: /^etiquette: 1 of/ }).waitFor()
    expect(await page.evaluate<string>('globalThis.textThen')).toBe('Opening …')
    await expect.poll(() => page.getByText('not in this browser').count()).toBe(0)
  })

  it('shows the newest entries before the session is replayed, then all', async () => {
    const page = await openPage(sessionPage(busySandbox()), {
      script: noteTextAt('[data-entry=req_300]'),
    })
    await page.getByText('300 answers, all as recorded').waitFor()
    const text = await page.evaluate<string>('globalThis.textThen')
    expect(text).toContain('checking …')
    expect(text).not.toMatch(/recorded/)
    await page.getByRole('button', { name: 'Show older' }).click()
    await page.locator('[data-entry=req_201]').waitFor()
  })

  it('shows a history that went back to an entry older than the newest', async () => {
    const sandbox = busySandbox()
    undoIn(sandbox, sandbox.account('default'), 'req_100', MACHINE_MS + 1_000)
    const page = await openPage(sessionPage(sandbox))
    await page.getByText('answers, all as recorded').waitFor()
    await page.locator('[data-entry=undo_1]').waitFor()
  })
})

describe('a page looks right', needs('browser'), () => {
  const sizes = [390, 820, 1440]
  const places = [
    '#/default/result',
    '#/default/live',
    '#req_3',
    '#/default/report',
    '#/default/try',
  ]
  it.each(['light', 'dark'] as const)('in %s colours: axe finds nothing', async (colorScheme) => {
    const html = reportPage()
    for (const width of sizes) {
      const viewport = { width, height: 844 }
      for (const hash of places) {
        const page = await openPage(html, { hash, colorScheme, viewport })
        await page.locator('main :is(.card, .history, h2)').first().waitFor()
        expect(await axeFindings(page), `${hash} at ${width}`).toEqual([])
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(wide, `${hash} at ${width}`).toBeLessThanOrEqual(width)
        await page.context().close()
      }
    }
  })
})

describe('what others wrote stays text', needs('browser'), () => {
  it.each([
    ['the end of a script', '</script><img src=x onerror=alert(1)>'],
    ['a comment', '<!--<script>'],
    ['line separators', 'a\u2028b\u2029c'],
    ['turned letters', '\u202eevil\u2066'],
    ['a long label', 'x'.repeat(1_000_000)],
  ])('%s', async (_what, label) => {
    const sandbox = coreSandbox({})
    callCore(sandbox, { body: JSON.stringify({ label: label.slice(0, 90_000) }) })
    callCore(sandbox, { query: `limit=${encodeURIComponent(label.slice(0, 500))}`, method: 'GET' })
    const odd = label
    const result: Result = {
      name: odd,
      headline: odd,
      cases: [{ name: odd, title: odd, status: 'fail', message: odd, details: [odd], output: odd }],
      notes: [odd, { as: 'code', title: odd, lines: [odd] }],
      data: null,
      history: historyOf(sandbox),
    }
    const page = await openPage(writePage({ result }))
    await page.locator('main :is(.card, .history)').first().waitFor()
    expect(await page.locator('img, iframe, object').count()).toBe(0)
    expect(await page.locator('script').count()).toBe(3)
    await page.getByRole('link', { name: 'Live' }).click()
    await page.locator('[data-entry=req_1]').click()
    await page.getByText('Checks, in order').waitFor()
    expect(await page.locator('img, iframe, object').count()).toBe(0)
  })
})

describe('a page that was changed by hand', needs('browser'), () => {
  const html = sessionPage()
  const content = contentOf(html)
  const first = content.sessions[0]!
  const busy = sessionPage(busySandbox())
  it.each([
    ['no page', '[]', 'must be an object'],
    ['no JSON', '{', 'is not JSON'],
    [
      'of another version',
      { ...content, version: 2 },
      'the content has format version 2; this alias-sandbox reads version 1',
    ],
    ['with an unknown field', { ...content, more: 1 }, 'more'],
    ['with a session that is none', { ...content, sessions: [{}] }, 'session 1'],
    ['with an account twice', { ...content, sessions: [{ ...first, accounts: [...first.accounts, ...first.accounts] }] }, 'two accounts of one name'],
    ['that names a session it does not have', { ...content, session: 5 }, 'a session that it does not have'],
    ['that is nested too deep', `{"a":${'['.repeat(3_000)}${']'.repeat(3_000)}}`, 'nested deeper'],
  ])('is refused: %s', async (_what, changed, said) => {
    const page = await openPage(withContent(html, changed))
    expect(await page.getByRole('alert').textContent()).toContain(said)
    await page.getByRole('heading', { name: 'Session of account default' }).waitFor()
  }) // prettier-ignore

  it.each([
    ['cut', (data: string) => data.slice(0, 100)],
    ['no base64', () => '!!!'],
    ['a bomb', () => gzipSync(Buffer.alloc(300_000_000)).toString('base64')],
  ])('is refused: %s', async (_what, change) => {
    const changed = busy.replace(/(id="page-data">)([^<]+)/, (_all, start: string, data: string) => start + change(data))
    expect(changed).not.toBe(busy)
    const page = await openPage(changed)
    expect(await page.getByRole('alert').textContent()).toMatch(/it is (?:damaged|too large)/)
  }) // prettier-ignore

  it('is refused where only an older entry than those shown first is not valid', async () => {
    const changed = contentOf(busy)
    Object.assign(changed.sessions[0]!.accounts[0]!.history[1]!, { more: 1 })
    const page = await openPage(withContent(busy, changed))
    expect(await page.getByRole('alert').textContent()).toContain('history[1]')
    await page.getByRole('heading', { name: 'Session of account default' }).waitFor()
    expect(await page.locator('[data-entry]').count()).toBe(0)
  })

  it('is refused without its content', async () => {
    const page = await openPage(busy.replace(/<script [^>]*id="page-data">[^<]*<\/script>/, ''))
    expect(await page.getByRole('alert').textContent()).toContain('it is missing')
    expect(await page.locator('[data-entry]').count()).toBe(0)
  })

  it('says where the sandbox answers otherwise', async () => {
    const changed = structuredClone(content)
    const call = changed.sessions[0]!.accounts[0]!.history.find(({ id }) => id === 'req_1')!
    if (call.type === 'call') call.response.status = 418
    const page = await openPage(withContent(html, changed))
    await page.getByRole('link', { name: '1 of 4 answers differ, first req_1' }).click()
    await page.locator('#entry', { hasText: '418' }).waitFor()
  })

  it('runs no script but its own', async () => {
    // The script of the page writes pages, too, so that these words stand in it as well.
    const end = html.lastIndexOf('</body>')
    const changed = `${html.slice(0, end)}<script>document.title = "taken"</script>${html.slice(end)}`
    const page = await openRefused(changed)
    await page.locator('main :is(.card, .history)').first().waitFor()
    expect(await page.title()).not.toBe('taken')
  })
})

describe('where a page cannot run', needs('browser'), () => {
  it('shows a sentence and the report as text without scripts', async () => {
    const page = await openPage(reportPage(), { javaScriptEnabled: false })
    await page.getByText('it needs scripts and a version of 2023 or later').waitFor()
    expect(await page.locator('pre').textContent()).toContain('FAIL')
  })

  it('shows the same in a browser that cannot unpack it', async () => {
    const page = await openRefused(reportPage(), 'delete globalThis.DecompressionStream')
    await page.getByText('it needs scripts and a version of 2023 or later').waitFor()
    expect(await page.locator('pre').textContent()).toContain('FAIL')
  })

  it('shows the same where a policy of others forbids its script', async () => {
    const page = await openRefused(reportPage().replace(/script-src '[^']*'/, "script-src 'none'"))
    await page.getByText('it needs scripts and a version of 2023 or later').waitFor()
    expect(await page.locator('pre').textContent()).toContain('FAIL')
  })
})
