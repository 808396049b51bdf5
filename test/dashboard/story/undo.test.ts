import { describe, expect, it } from 'vitest'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { clipboardOf, openDashboard, useBrowser } from '../browser.ts'
import {
  button,
  createPrediction,
  line,
  makeGate,
  message,
  setUsed,
  settled,
  unfold,
} from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

const undo = (control: ReturnType<typeof controlClient>, to: string) =>
  control.send('POST', 'accounts/default/undo', { to })

describe('a tester who undoes', needs('browser'), () => {
  it('undoes two steps with the pointer at one place, and brings nothing back by mistake', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    await control.do('cancel_subscription', {})
    await control.do('arm_fault', { kind: 'outage', times: 2 })
    const page = await openDashboard(sandbox, { viewport: { width: 1440, height: 900 } })
    const undo = button(page, /^Undo: Armed/)
    await undo.waitFor()
    const { x, y, width, height } = (await undo.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await button(page, 'Undo: The plan was canceled').waitFor()
    expect(await button(page, /^Undo/).boundingBox()).toEqual({ x, y, width, height })
    // A double click is one undo, so that the second one comes later. One too many would say that nothing is left.
    const undoneMs = await page.evaluate(() => performance.now())
    await page.waitForFunction((ms) => performance.now() > ms + 1_000, undoneMs)
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.getByText('Undone: The plan was canceled.').waitFor()
    expect(await control.account()).toMatchObject({ billing: 'active', faults: [] })
    expect(await button(page, 'Undo').boundingBox()).toEqual({ x, y, width, height })
  })

  it('reads what “Bring it back” brings back, and finds no second one', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    const page = await openDashboard(sandbox)
    await button(page, /^Revoke/).click()
    await button(page, 'Undo: The API key was revoked').click()
    await button(page, 'Bring it back: The API key was revoked').click()
    await page.getByText('Brought back: The API key was revoked.').waitFor()
    expect((await control.account()).key_status).toBe('revoked')
    expect(await button(page, /^Bring it back/).count()).toBe(0)
    await page.goto(`${sandbox.url}/_sandbox/#/default/story`)
    await line(page, 'undo_1').getByText('Undone: The API key was revoked').waitFor()
    await line(page, 'undo_2').getByText('Brought back: The API key was revoked').waitFor()
  })

  it('can still bring back what was undone after pressing Undo once too often', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await button(page, 'Fail the payment').click()
    await button(page, 'Undo: A payment failed').click()
    await button(page, /^Bring it back/).waitFor()
    await page.keyboard.press('Control+z')
    await message(page, 'There is nothing to undo.').waitFor()
    await button(page, 'Bring it back: A payment failed').click()
    await message(page, 'Brought back: A payment failed.').waitFor()
    expect((await controlClient(sandbox).account()).billing).toBe('past_due')
  })

  it('reads before and after that so many aliases cannot be brought back', async () => {
    const sandbox = await freshSandbox({ ...stopped, scenario: 'plus' })
    const control = controlClient(sandbox)
    await control.do('populate_aliases', { count: 100_000 })
    await control.do('cancel_subscription')
    const page = await openDashboard(sandbox, { place: 'default/story/act_1' })
    await unfold(page, 'More')
    await button(page, 'Go back to before this').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('With so many aliases it may be impossible to take this back.').waitFor()
    expect((await control.account()).aliases).toBe(100_000)
    await dialog.getByRole('button', { name: /^Undo|^Go back/ }).click()
    await page.getByText('This cannot be taken back: the account had more').waitFor()
    expect((await control.account()).aliases).toBe(0)
    expect(await button(page, /^Bring it back/).count()).toBe(0)
  })

  it('reads what a client and a colleague do while the question stands', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'one' })
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await unfold(page, 'More')
    await button(page, 'Go back to before this').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This will be lost: 1 alias created since.').waitFor()
    await client.create({ label: 'two' })
    await control.do('revoke_key', {})
    await dialog
      .getByText('This will be lost: 2 aliases created since, “The API key was revoked”.')
      .waitFor()
  })

  it('is never led to undo what changed nothing', async () => {
    const sandbox = await freshSandbox(stopped)
    const control = controlClient(sandbox)
    const page = await openDashboard(sandbox, { viewport: { width: 1440, height: 900 } })
    await button(page, 'Fail the payment').click()
    await button(page, 'Undo: A payment failed').waitFor()
    await control.do('clear_faults')
    await setUsed(page, 'Aliases created today', 0)
    await message(page, '0 aliases today. Nothing changed: it was like that before.').waitFor()
    await button(page, 'Undo: A payment failed').click()
    await message(page, 'Undone: A payment failed.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect((await control.account()).billing).toBe('active')
    await page.goto(`${sandbox.url}/_sandbox/#/default/story`)
    await line(page, 'undo_1').getByText('Undone: A payment failed').waitFor()
    await line(page, 'act_2').click()
    await page.getByText('Nothing changed: it was like that before. Undo skips this.').waitFor()
  })

  it('is not told of an action that a colleague has undone in another window', async () => {
    const sandbox = await freshSandbox(stopped)
    await controlClient(sandbox).do('set_usage', { daily: 3 })
    const [mine, theirs] = [await openDashboard(sandbox), await openDashboard(sandbox)]
    await button(mine, 'Cancel plan').click()
    await message(mine, 'The plan was canceled. Undo brings it back.').waitFor()
    await button(theirs, 'Undo: The plan was canceled').click()
    await message(theirs, 'Undone: The plan was canceled.').waitFor()
    await message(
      mine,
      'This account was changed from elsewhere since. Undo now takes back “Limits were set: 3 aliases today”.',
    ).waitFor()
    await message(theirs, 'Undone: The plan was canceled.').waitFor()
    await button(mine, 'Cancel plan').click()
    await message(mine, 'The plan was canceled. Undo brings it back.').waitFor()
    await message(theirs, 'Undo now takes back “The plan was canceled”.').waitFor()
  })

  it('sees that what was armed is over when a call has met it, and that it lasts until then', async () => {
    const sandbox = await freshSandbox(stopped)
    const client = apiClient(sandbox)
    const page = await openDashboard(sandbox)
    const earlier = page.getByText('Earlier:', { exact: true })
    await button(page, 'Next call fails with 503').click()
    await message(page, 'Armed: the next call gets 503').waitFor()
    expect(await earlier.count()).toBe(0)
    expect((await client.list()).status).toBe(503)
    await earlier.waitFor()
    const slow = makeGate()
    await page.route('**/actions/arm_fault', async (route) => {
      await slow.opened
      await route.continue()
    })
    await button(page, '429 for 20 s').click()
    await page.getByText('Working …').waitFor()
    expect(await earlier.count()).toBe(0)
    slow.open()
    await message(page, 'Armed: for 20 seconds, every call gets 429').waitFor()
    await earlier.waitFor({ state: 'detached' })
    expect((await client.list()).status).toBe(429)
    await page.getByText('Too many calls this minute').nth(1).waitFor()
    expect(await earlier.count()).toBe(0)
  })

  it('is not offered to bring back what a colleague has gone on from', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await button(page, 'Fail the payment').click()
    await button(page, 'Undo: A payment failed').click()
    await button(page, /^Bring it back/).waitFor()
    await controlClient(sandbox).do('set_usage', { daily: 3 })
    await button(page, 'Undo: Limits were set: 3 aliases today').waitFor()
    expect(await button(page, /^Bring it back/).count()).toBe(0)
  })

  it('reads in the story where the account went, in words', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.list()
    await control.do('fail_payment', {})
    await control.do('set_usage', { daily: 3 })
    await undo(control, 'act_1')
    await undo(control, 'req_1')
    await undo(control, 'start_1')
    await undo(control, 'undo_3')
    const page = await openDashboard(sandbox, {
      place: 'default/story/undo_1',
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('heading', { name: /Back to before “A payment failed”/ }).waitFor()
    await line(page, 'undo_2').getByText('Back to before “Aliases listed”').waitFor()
    await line(page, 'undo_3').getByText('Back to the start').waitFor()
    await line(page, 'undo_4').getByText('Brought back: all since the start').waitFor()
  })

  it('reads what is lost by its name, and no clock that does not move', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await client.create({ label: 'one' })
    await control.do('revoke_key', {})
    await control.do('set_usage', { daily: 3 })
    await undo(control, 'act_2')
    const page = await openDashboard(sandbox, { place: 'default/story/req_1' })
    await unfold(page, 'More')
    await button(page, 'Go back to before this').click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/lost: 1 alias created since, “The API key was revoked”\. The story keeps/)
      .waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    const entry = page.getByRole('article')
    await entry.getByText('taken back', { exact: true }).waitFor()
    await entry.getByText('This was taken back: it has no effect').waitFor()
  })

  it('leaves the messages of an account behind when another one is opened', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await button(page, 'New account').click()
    await page.getByLabel(/^Name/).fill('anna')
    await button(page, 'Create account').click()
    await message(page, 'Account anna was created.').waitFor()
    await button(page, 'Copy its key: anna').click()
    await page.getByText('The API key was copied.').waitFor()
    expect(await clipboardOf(page)).toMatch(/^sandbox_/)
    await page.getByRole('combobox', { name: 'Account' }).first().selectOption('default')
    await page.waitForURL('**/#/default/overview')
    await createPrediction(page).getByText('200').waitFor()
    expect(await page.getByText('The API key was copied.').count()).toBe(0)
  })

  it('is asked first where the calls since would be lost', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    await control.do('fail_payment', {})
    await control.do('settle_invoice', {})
    await client.create({ label: 'one' })
    await client.create({ label: 'two' })
    const page = await openDashboard(sandbox, { viewport: { width: 390, height: 844 } })
    await page.getByText('Alias created').first().waitFor()
    await button(page, 'Undo: The open invoice was paid').click()
    const dialog = page.getByRole('dialog', { name: 'Undo?' })
    await dialog.getByText(/This will be lost: 2 aliases created since\./).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await control.account()).aliases).toBe(2)
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+z')
        return dialog.count()
      })
      .toBe(1)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page
      .getByRole('status')
      .getByText(/^Undone: The open invoice was paid/)
      .waitFor()
    expect((await control.account()).aliases).toBe(0)
  })

  it('types into fields as wide as a telephone', async () => {
    const page = await openDashboard(await freshSandbox(stopped), {
      place: 'default/aliases',
      viewport: { width: 390, height: 844 },
    })
    for (const name of ['Label', 'Search']) {
      const { width } = (await page.getByRole('main').getByLabel(name).boundingBox())!
      expect(width).toBeGreaterThan(300)
    }
  })

  it('chooses a file with a button in the words of the page, by keyboard as well', async () => {
    const page = await openDashboard(await freshSandbox(stopped), { place: 'default/scenarios' })
    const field = page.getByLabel('Load a scenario …')
    await settled(page)
    const chooser = page.waitForEvent('filechooser')
    await field.press('Space')
    expect((await chooser).isMultiple()).toBe(false)
  })
})
