import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../../src/node/start.ts'
import { apiClient } from '../../support/http/api-client.ts'
import { controlClient } from '../../support/http/control-client.ts'
import { freshSandbox } from '../../support/http/fresh-sandbox.ts'
import { needs } from '../../support/tools/needs.ts'
import { openDashboard, useBrowser } from '../browser.ts'
import { button, createPrediction, idsOf, line, makeGate, openTab, settled, told } from '../page.ts'

useBrowser()

const stopped = { with: { clock: { now: '2026-03-01T12:00:00Z', mode: 'frozen' } } } as const

/** Stops a sandbox and starts another one at its address. */
async function startAgain(sandbox: RunningSandbox, scenario = 'plus'): Promise<RunningSandbox> {
  await sandbox.close(0)
  return freshSandbox({ ...stopped, scenario, port: Number(new URL(sandbox.url).port) })
}

describe('a page that is open while others work', needs('browser'), () => {
  it('shows requests, actions and undos of others as they come, also large ones', async () => {
    const sandbox = await freshSandbox(stopped)
    const [client, control] = [apiClient(sandbox), controlClient(sandbox)]
    const page = await openDashboard(sandbox)
    await settled(page)
    await client.create({ note: 'n'.repeat(99_000) })
    await control.do('cancel_subscription')
    await createPrediction(page).getByText('Plan canceled').waitFor()
    await control.send('POST', 'accounts/default/undo', {})
    await line(page, 'act_1').getByText('(undone)').waitFor()
    await createPrediction(page).getByText('200').waitFor()
    await expect.poll(() => idsOf(page)).toEqual(['undo_1', 'act_1', 'req_1', 'start_1'])
  })

  it('shows the newest state, though an answer about an older one is late', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    await openTab(page, 'Plan')
    const [held, release] = [makeGate(), makeGate()]
    let isFirst = true
    await page.route('**/_sandbox/accounts/default', async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      held.open()
      await release.opened
      return route.fulfill({ response })
    })
    await apiClient(sandbox).list()
    await held.opened
    await button(page, 'Cancel the plan').click()
    await expect.poll(async () => (await controlClient(sandbox).account()).billing).toBe('canceled')
    release.open()
    await told(page, 'The plan was canceled.').waitFor()
    expect(await createPrediction(page).textContent()).toContain('403')
  })

  it('loads only their names, one list at a time, while a test suite creates accounts', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    const lists: string[] = []
    const release = makeGate()
    await page.route(/_sandbox\/accounts(\?|$)/, async (route) => {
      lists.push(new URL(route.request().url()).search)
      await release.opened
      await route.continue()
    })
    for (let index = 0; index < 60; index += 1)
      await controlClient(sandbox).send('POST', 'accounts', { name: `t${index}` })
    await apiClient(sandbox).list()
    await line(page, 'req_1').waitFor()
    expect(lists).toEqual(['?fields=name'])
    release.open()
  })

  it('does nothing twice when a button is pressed again while the sandbox is slow', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    const release = makeGate()
    await page.route('**/actions/arm_fault', async (route) => {
      await release.opened
      await route.continue()
    })
    const arm = button(page, 'Next request: 503')
    await arm.press('Enter')
    await expect.poll(() => arm.getAttribute('aria-busy')).toBe('true')
    await arm.press('Enter')
    release.open()
    await told(page, 'Armed:').waitFor()
    expect((await controlClient(sandbox).account()).faults).toHaveLength(1)
  })

  it('says that an action failed because the sandbox is gone, where it was pressed', async () => {
    const sandbox = await freshSandbox(stopped)
    const page = await openDashboard(sandbox)
    await settled(page)
    await sandbox.close(0)
    await button(page, 'Next request: 503').click()
    await page.getByRole('tabpanel').getByRole('alert').waitFor()
    await page.getByText('Connection lost, reconnecting').waitFor()
  })
})

describe('a sandbox that is stopped and started again behind the page', needs('browser'), () => {
  it('tells its own history, without entries of the one before', async () => {
    const sandbox = await freshSandbox(stopped)
    for (const label of ['a', 'b', 'c']) await apiClient(sandbox).create({ label })
    const page = await openDashboard(sandbox, { place: 'default/live/req_3' })
    await line(page, 'req_3').waitFor()
    const again = await startAgain(sandbox, 'canceled')
    await told(page, 'The sandbox was started again').waitFor()
    await page.getByText('This entry is not in the history').waitFor()
    await createPrediction(page).getByText('Plan canceled').waitFor()
    expect(await idsOf(page)).toEqual(['start_1'])
    await apiClient(again).list()
    await expect.poll(() => idsOf(page)).toEqual(['req_1', 'start_1'])
  })
})
