import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { firstCalls } from '../../../src/dashboard/screens/overview/first-calls.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import { button, card, line, message, settled } from '../page.ts'

useBrowser()

const frozen = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const
const sizes = [
  ['a window', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const
const acts = ['Break it', 'Move the clock', 'Plan and billing'] as const

/** Whether one sees all of it without scrolling: the line at the bottom covers nothing of it. */
async function isInView(page: Page, part: Locator): Promise<boolean> {
  await part.waitFor()
  const [box, bar] = await Promise.all([
    part.boundingBox(),
    page.getByRole('contentinfo').boundingBox(),
  ])
  return box!.y >= 0 && box!.y + box!.height <= bar!.y
}

describe.each(sizes)('the first screen of %s, not scrolled', (_name, viewport) => {
  it(
    'has before the first call the base URL, the key, and lines to copy',
    needs('browser'),
    async () => {
      const page = await openDashboard(await freshSandbox(), { viewport })
      const connect = card(page, 'Connect your client')
      for (const part of ['Copy URL', 'Copy key', 'Copy curl', 'Copy JavaScript']) {
        expect(await isInView(page, connect.getByRole('button', { name: part })), part).toBe(true)
      }
    },
  )

  it(
    'has after it the next answers, the latest calls, and what is done most',
    needs('browser'),
    async () => {
      const sandbox = await freshSandbox({ scenario: 'burst_exceeded' })
      for (let call = 0; call < 6; call += 1) await apiClient(sandbox).list()
      const page = await openDashboard(sandbox, { viewport })
      await settled(page)
      expect(await isInView(page, card(page, 'Response to the next call'))).toBe(true)
      for (const act of acts) {
        expect(await isInView(page, page.getByRole('heading', { name: act })), act).toBe(true)
      }
      for (const id of ['req_6', 'req_5', 'req_4']) {
        expect(await isInView(page, line(page, id)), id).toBe(true)
        await line(page, id)
          .getByText(/^Retry-After \d+$/)
          .waitFor()
      }
      expect(await page.evaluate('scrollY')).toBe(0)
    },
  )
})

it('the head of a phone leaves the screen to what is below it', needs('browser'), async () => {
  const viewport = { width: 390, height: 844 }
  const page = await openDashboard(await freshSandbox(), { viewport, place: 'default/session' })
  await settled(page)
  const { y } = (await page.getByRole('main').boundingBox())!
  expect(y).toBeLessThanOrEqual(120)
  const link = await page.getByRole('link', { name: 'Session', exact: true }).boundingBox()
  expect(link!.x + link!.width).toBeLessThanOrEqual(390)
})

describe('Latest', needs('browser'), () => {
  it('shows what was taken back as the story does, with the line of the undo', async () => {
    const sandbox = await freshSandbox(frozen)
    const page = await openDashboard(sandbox)
    await apiClient(sandbox).create({ label: 'shop' })
    await line(page, 'req_1').waitFor()
    await button(page, 'Fail the payment').click()
    await button(page, 'Undo: A payment failed').click()
    const latest = card(page, 'Latest')
    await latest.getByText('Undone: A payment failed').waitFor()
    await line(page, 'act_1').getByText('taken back').waitFor()
    expect(await line(page, 'req_1').getByText('taken back').count()).toBe(0)
  })

  it('says on which day it was, where that is not today', async () => {
    const sandbox = await freshSandbox(frozen)
    await apiClient(sandbox).list()
    await controlClient(sandbox).do('advance_clock', { by: '1d' })
    await apiClient(sandbox).list()
    const page = await openDashboard(sandbox)
    await line(page, 'req_2').waitFor()
    const lines = await card(page, 'Latest').getByRole('listitem').allInnerTexts()
    expect(lines.map((text) => text.split('\n')[0])).toEqual([
      '12:00:00',
      '2026-03-01',
      '12:00:00',
      '12:00:00',
    ])
  })
})

it(
  'codes stay out of the way until somebody switches them on, and then stay on',
  needs('browser'),
  async () => {
    const page = await openDashboard(await freshSandbox({ scenario: 'past_due' }))
    const next = card(page, 'Response to the next call')
    await next.getByText('403').first().waitFor()
    expect(await next.getByText('plan_past_due').count()).toBe(0)
    await button(page, 'Codes').click()
    await next.getByText('plan_past_due').first().waitFor()
    await page.reload()
    await next.getByText('plan_past_due').first().waitFor()
  },
)

it('the counts of the filter add up', needs('browser'), async () => {
  const sandbox = await freshSandbox(frozen)
  await apiClient(sandbox).list()
  await controlClient(sandbox).do('advance_clock', { by: '2m' })
  const page = await openDashboard(sandbox, { place: 'default/story' })
  await line(page, 'req_1').waitFor()
  const kinds = page.getByRole('group', { name: 'Kind' }).getByRole('button').locator('small')
  const [all, ...parts] = (await kinds.allInnerTexts()).map(Number)
  expect(parts.reduce((sum, count) => sum + count, 0)).toBe(all)
})

it('what the form would arm is told as a plan', needs('browser'), async () => {
  const page = await openDashboard(await freshSandbox({ scenario: 'burst_exceeded' }))
  await page.getByText('Something else').click()
  await page.getByText('Will be armed: the next call gets 503 Service unavailable.').waitFor()
  expect(await page.locator('.preview b').count()).toBe(0)
})

describe('a line to copy', () => {
  it('is in the language that was chosen before', needs('browser'), async () => {
    const sandbox = await freshSandbox()
    const page = await openDashboard(sandbox)
    await page.getByLabel('Language').selectOption('python')
    await page.reload()
    await button(page, 'Copy Python').click()
    await message(page, 'The Python line was copied.').waitFor()
    expect(await clipboardOf(page)).toContain(`"${sandbox.url}/v1/aliases"`)
  })

  it.each([
    ['curl', 'sh', ['-c']],
    ['javascript', process.execPath, ['--input-type=module', '-e']],
    ['python', 'python3', ['-c']],
    ['php', 'php', ['-r']],
    ['ruby', 'ruby', ['-e']],
  ] as const)('of %s lists the aliases as it is', async (language, command, args) => {
    const sandbox = await freshSandbox()
    await apiClient(sandbox).create({ label: 'shop' })
    const text = firstCalls[language].line(`${sandbox.url}/v1/aliases`, 'sandbox_default')
    const run = promisify(execFile)(command, [...args, text])
    const output = await run.catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined // not on this machine
      throw error
    })
    if (output) expect(output.stdout).toContain('shop')
  })
})
