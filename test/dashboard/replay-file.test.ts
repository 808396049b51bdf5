import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../src/start.ts'
import { apiClient } from '../support/http/api-client.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { focusFindings, layoutFindings } from './everywhere/in-page.js'
import { axeFindings } from './everywhere/measures.ts'
import { button, card, settled, unfold } from './page.ts'

useBrowser()

type Story = {
  format: string
  version: number
  accounts: {
    name: string
    history: { id: string; response?: { status: number; body: string } }[]
  }[]
}

/** The story of one account, or of all, as a file. */
async function storyOf(sandbox: RunningSandbox, account?: string): Promise<Story> {
  const query = account === undefined ? '' : `?account=${account}`
  const { body } = await controlClient(sandbox).send('GET', `history/file${query}`)
  return body as unknown as Story
}

/** A small story: an alias is made, the payment fails, and the next call is refused. */
async function sandboxWithStory(): Promise<RunningSandbox> {
  const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
  const sandbox = await freshSandbox({ with: { clock } })
  await apiClient(sandbox).create({ label: 'shop' })
  await controlClient(sandbox).do('fail_payment')
  await apiClient(sandbox).list()
  return sandbox
}

/** All accounts, without the time of the machine, which goes on. */
async function accountsOf(sandbox: RunningSandbox): Promise<string> {
  const { accounts } = await controlClient(sandbox).state()
  return JSON.stringify(accounts).replaceAll(/"machine_ms":\d+/g, '')
}

/** Drags files over the page. */
async function dragged(page: Page, files: Record<string, string>) {
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    for (const [name, text] of Object.entries(${JSON.stringify(files)}))
      data.items.add(new File([text], name))
    return data
  })()`)
  await page.getByRole('main').dispatchEvent('dragover', { dataTransfer: data })
  return () => page.getByRole('main').dispatchEvent('drop', { dataTransfer: data })
}

async function drop(page: Page, content: unknown, name = 'bug.json'): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await (
    await dragged(page, { [name]: text })
  )()
}

const entry = (page: Page, id: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(id, { exact: true }) })

describe('a story file that is dropped on the page', needs('browser'), () => {
  it('is replayed beside the accounts, which do not change, and shown as a story', async () => {
    const sandbox = await sandboxWithStory()
    const before = await accountsOf(sandbox)
    const page = await openDashboard(sandbox)
    await settled(page)
    await drop(page, await storyOf(sandbox))
    const file = card(page, 'Story file bug.json')
    await file.getByText('2 of 2 answers are equal.').waitFor()
    const entries = card(page, 'Entries of default, oldest first').getByRole('listitem')
    expect(await entries.allTextContents()).toEqual([
      expect.stringContaining('The account started'),
      expect.stringMatching(/200 Alias created POST \/v1\/aliases req_1/),
      expect.stringContaining('A payment failed'),
      expect.stringMatching(/403 Payment failed GET \/v1\/aliases req_2/),
    ])
    expect(await accountsOf(sandbox)).toBe(before)
  })

  it('shows its verdict first, and at one press its first difference side by side', async () => {
    const sandbox = await freshSandbox({ scenario: 'unlimited' })
    for (let call = 0; call < 70; call += 1) await apiClient(sandbox).list()
    const story = await storyOf(sandbox)
    const changed = story.accounts[0]!.history.find(({ id }) => id === 'req_61')!
    changed.response!.status = 503
    const viewport = { width: 1440, height: 900 }
    const page = await openDashboard(sandbox, { viewport })
    await settled(page)
    await drop(page, story)
    await page.getByText('69 of 70 answers are equal.', { exact: true }).waitFor()
    const row = entry(page, 'req_61')
    await row.getByText('≠ first difference').waitFor()
    const answers = page.getByRole('table', { name: /req_61, recorded and replayed/ })
    const status = answers.getByRole('row').filter({ hasText: 'status' }).getByRole('cell')
    expect(await status.allTextContents()).toEqual(['503', '200'])
    expect(await isVisible(page, '.verdict')).toBe(true)
    await button(page, 'Show the first difference').click()
    await expect.poll(() => isVisible(page, '.is-first')).toBe(true)
  })

  it('is tried from an entry: an account like that, to which the page switches', async () => {
    const sandbox = await sandboxWithStory()
    const page = await openDashboard(sandbox)
    await settled(page)
    await drop(page, await storyOf(sandbox))
    await page.getByRole('button', { name: /^Try from here: before req_2/ }).click()
    await page.getByText(/^You are on .+, a new account from bug\.json/).waitFor()
    const name = decodeURIComponent(new URL(page.url()).hash.split('/')[1]!)
    expect(name).not.toBe('default')
    expect(await controlClient(sandbox, name).account()).toMatchObject({
      aliases: 1,
      billing: 'past_due',
    })
    await page.getByRole('link', { name: 'show it' }).click()
    await button(page, 'Close').click()
    await page.waitForURL(`**/#/${name}/story`)
    expect(await page.getByRole('link', { name: 'show it' }).count()).toBe(0)
  })

  it('is tried from its end: a double click makes one account', async () => {
    const sandbox = await sandboxWithStory()
    const page = await openDashboard(sandbox)
    await settled(page)
    await drop(page, await storyOf(sandbox))
    await button(page, 'Try from its end').dblclick()
    await page.getByText(/^You are on .+, a new account from bug\.json/).waitFor()
    const { body } = await controlClient(sandbox).send('GET', 'accounts?fields=name')
    expect(body['accounts']).toHaveLength(2)
  })

  it('says so when the page cannot load what replays it', async () => {
    const sandbox = await sandboxWithStory()
    const page = await openDashboard(sandbox)
    await page.route('**/replayed*.js', (route) => route.abort())
    await settled(page)
    await drop(page, await storyOf(sandbox))
    await page.getByText('bug.json cannot be replayed. This part of the page').waitFor()
  })

  it('with two accounts is told apart, and tried from an entry of one of them', async () => {
    const sandbox = await sandboxWithStory()
    const control = controlClient(sandbox)
    await control.send('POST', 'accounts', { name: 'anna', scenario: 'pro' })
    const anna = await controlClient(sandbox, 'anna').account()
    await apiClient(sandbox, anna.api_key).create({ label: 'hers' })
    const page = await openDashboard(sandbox)
    await settled(page)
    await drop(page, await storyOf(sandbox))
    await page.getByText('3 of 3 answers are equal.', { exact: true }).waitFor()
    await page.getByText('The file has 2 accounts: choose an entry instead.').waitFor()
    expect(await button(page, 'Try from its end').getAttribute('aria-disabled')).toBe('true')
    const hers = card(page, 'Entries of anna, oldest first')
    await hers.getByRole('button', { name: /^Try from here: before req_1/ }).click()
    await page.getByText(/^You are on .+, a new account from bug\.json/).waitFor()
    const name = decodeURIComponent(new URL(page.url()).hash.split('/')[1]!)
    expect(await controlClient(sandbox, name).account()).toMatchObject({ plan: 'pro', aliases: 0 })
  })

  it('is announced by a drop area, which goes when it is dropped', async () => {
    const sandbox = await sandboxWithStory()
    const page = await openDashboard(sandbox)
    await settled(page)
    const area = page.getByText('Drop a story file to replay it. Your account does not change.')
    const release = await dragged(page, { 'bug.json': JSON.stringify(await storyOf(sandbox)) })
    await area.waitFor()
    await release()
    await area.waitFor({ state: 'detached' })
    await card(page, 'Story file bug.json').waitFor()
  })

  it('is forgotten by a reload, which says so', async () => {
    const sandbox = await sandboxWithStory()
    const page = await openDashboard(sandbox)
    await settled(page)
    await drop(page, await storyOf(sandbox))
    await card(page, 'Story file bug.json').waitFor()
    await page.reload()
    await page.getByText('No story file is open: it was closed, or a reload forgot it.').waitFor()
  })

  it.each([360, 820, 2_560])('stays text at %i px, whatever it says, and fits', async (width) => {
    const sandbox = await freshSandbox()
    const image = '<img src=x onerror="alert(1)">'
    const long = `\u202Eرسالة ${'x'.repeat(10_000)}`
    for (const label of [image, long, '😀'.repeat(900)]) await apiClient(sandbox).create({ label })
    await controlClient(sandbox).do('create_alias', { label: image })
    await apiClient(sandbox).list(`?${encodeURIComponent(image)}`)
    const story = await storyOf(sandbox)
    for (const { response } of story.accounts[0]!.history)
      if (response) response.body = JSON.stringify({ message: `${image}${long}` })
    const viewport = { width, height: 800 }
    const page = await openDashboard(sandbox, { viewport })
    await settled(page)
    await drop(page, story, `${image}\u202E${'x'.repeat(200)}.json`)
    await page.getByText('0 of 4 answers are equal.').first().waitFor()
    await entry(page, 'req_1').first().locator('summary').click()
    await page.getByText(/^\{\s+"order"/).waitFor()
    const more = page.getByRole('button', { name: /^Show all/ })
    while ((await more.count()) > 0) await more.first().click()
    expect(await page.locator('main img, footer img').count()).toBe(0)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(width)
  })
})

describe.each([
  ['light', 390],
  ['dark', 1_024],
] as const)('in %s colours at %i px', needs('browser'), (colorScheme, width) => {
  it('a story file that differs has no findings, and all of it is in reach', async () => {
    const sandbox = await sandboxWithStory()
    const story = await storyOf(sandbox)
    for (const { response } of story.accounts[0]!.history) if (response) response.status = 503
    const viewport = { width, height: 800 }
    const page = await openDashboard(sandbox, { viewport, colorScheme })
    await settled(page)
    await drop(page, story)
    await entry(page, 'req_2').locator('summary').click()
    await page.getByText('≠ first difference').waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(layoutFindings)).toEqual([])
    expect(await page.evaluate(focusFindings)).toEqual([])
  })
})

describe('a file that is no story', needs('browser'), () => {
  it.each<[string, string, unknown, RegExp]>([
    ['is empty', 'a.json', ' ', /a\.json is empty/],
    ['is not JSON', 'a.json', '{"format": oops', /a\.json is not JSON/],
    [
      'is JSON of something else',
      'a.json',
      [1],
      /a\.json was not replayed: file is not a history of/,
    ],
    [
      'is of another version',
      'a.json',
      { format: 'alias-sandbox-history', version: 2, accounts: [] },
      /a\.json was not replayed: file has format version 2; this alias-sandbox reads version 1/,
    ],
    [
      'is damaged',
      'a.json',
      { format: 'alias-sandbox-history', version: 1, accounts: [{ name: 'x' }] },
      /a\.json was not replayed: file: accounts\[0\]\.start is required/,
    ],
    [
      'is a scenario in YAML',
      'a.yaml',
      'title: Mine\naccount:\n  plan: pro\n',
      /scenario.*Scenarios/,
    ],
    ['is a scenario in JSON', 'a.json', { account: { plan: 'pro' } }, /scenario.*Scenarios/],
    [
      'is a saved state',
      'a.json',
      { format: 'alias-sandbox-state', version: 1 },
      /saved state.*Session/,
    ],
  ])(
    'and %s is refused with the reason, and nothing changes',
    async (_what, name, content, why) => {
      const sandbox = await sandboxWithStory()
      const before = await accountsOf(sandbox)
      const page = await openDashboard(sandbox, { place: 'default/story' })
      await settled(page)
      await drop(page, content, name)
      await page.getByRole('alert').getByText(why).waitFor()
      expect(new URL(page.url()).hash).toBe('#/default/story')
      expect(await accountsOf(sandbox)).toBe(before)
    },
  )

  it('and is too large is refused before it is read', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await settled(page)
    const data = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(33 * 1024 * 1024)], 'large.json'))
      return data
    })()`)
    await page.getByRole('main').dispatchEvent('drop', { dataTransfer: data })
    await page.getByText('large.json has 33 MB; a story file may have at most 32 MB.').waitFor()
  })

  it('among several files: one at a time', async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await settled(page)
    await (
      await dragged(page, { 'a.json': '{}', 'b.json': '{}' })
    )()
    await page.getByText('Drop one story file at a time.').waitFor()
  })
})

it('a story file is opened by keyboard at 390 px', needs('browser'), async () => {
  const sandbox = await sandboxWithStory()
  const viewport = { width: 390, height: 844 }
  const page = await openDashboard(sandbox, { place: 'default/story', viewport })
  await settled(page)
  const text = JSON.stringify(await storyOf(sandbox))
  await unfold(page, 'Save or open a story')
  await page
    .getByLabel(/^Open a story file …/)
    .setInputFiles({ name: 'bug.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  await page.getByText('2 of 2 answers are equal.').first().waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390)
})

/** Whether an element is in the part of the page that one sees. */
function isVisible(page: Page, selector: string): Promise<boolean> {
  return page.evaluate<boolean>(
    `(() => {
      const { top } = document.querySelector('${selector}').getBoundingClientRect()
      return top >= 0 && top < innerHeight
    })()`,
  )
}
