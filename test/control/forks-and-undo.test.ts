import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunningSandbox } from '../../src/node/start.ts'
import { controlClient } from '../support/http/control-client.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'

// Facts of an account about itself: the place where it branched off, and the action that undo would take back.

function clientOf(sandbox: RunningSandbox, account = 'default') {
  const control = controlClient(sandbox, account)
  const at = `accounts/${account}`
  return {
    ...control,
    fork: (body: object) => control.send('POST', `${at}/fork`, body),
    undo: (body: object = {}) => control.send('POST', `${at}/undo`, body),
    forkedFrom: async () => (await control.account()).forked_from,
    last: async () => (await control.account()).last_action,
  }
}

describe('a fork tells where it comes from', () => {
  it('from before an entry, or from the present', async () => {
    const sandbox = await freshSandbox()
    const { do: act, fork, forkedFrom } = clientOf(sandbox)
    await act('fail_payment')
    expect((await fork({ name: 'then', at: 'default/act_1' })).body['forked_from']).toEqual({
      account: 'default',
      at: 'act_1',
    })
    expect((await fork({ name: 'now' })).body['forked_from']).toEqual({
      account: 'default',
      at: null,
    })
    expect(await forkedFrom()).toBeNull()
  })

  it('after a reset, another scenario and an undo too', async () => {
    const sandbox = await freshSandbox()
    await clientOf(sandbox).fork({ name: 'aside' })
    const { do: act, undo, forkedFrom } = clientOf(sandbox, 'aside')
    const origin = { account: 'default', at: null }
    await act('reset')
    expect(await forkedFrom()).toEqual(origin)
    await act('load_scenario', { scenario: 'past_due' })
    expect(await forkedFrom()).toEqual(origin)
    await undo({ to: 'act_1' })
    expect(await forkedFrom()).toEqual(origin)
    await undo({ to: 'start_1' })
    expect(await forkedFrom()).toEqual(origin)
  })

  it('but never an account that was created later under the name of a deleted one', async () => {
    const sandbox = await freshSandbox()
    const { send } = clientOf(sandbox)
    await send('POST', 'accounts', { name: 'parent' })
    await clientOf(sandbox, 'parent').do('fail_payment')
    await clientOf(sandbox, 'parent').fork({ name: 'kid', at: 'act_1' })
    const { do: act, undo, forkedFrom } = clientOf(sandbox, 'kid')
    await act('settle_invoice')
    await send('DELETE', 'accounts/parent')
    expect(await forkedFrom()).toEqual({ account: 'parent', at: 'act_1' })
    await send('POST', 'accounts', { name: 'parent', scenario: 'free' })
    expect(await forkedFrom()).toBeNull()
    await undo()
    expect(await forkedFrom()).toBeNull()
  })

  it('and its name begins with that of its parent: the first fork of default__1 is default__1__1', async () => {
    const sandbox = await freshSandbox()
    const fork = async (account: string) => (await clientOf(sandbox, account).fork({})).body['name']
    expect(await fork('default')).toBe('default__1')
    expect(await fork('default__1')).toBe('default__1__1')
    expect(await fork('default__1')).toBe('default__1__2')
    expect(await fork('default__1__1')).toBe('default__1__1__1')
    expect(await fork('default')).toBe('default__2')
  })

  it('names its direct parent when that is a fork itself', async () => {
    const sandbox = await freshSandbox()
    await clientOf(sandbox).fork({ name: 'child' })
    await clientOf(sandbox, 'child').do('rotate_key')
    await clientOf(sandbox, 'child').fork({ name: 'grandchild', at: 'act_1' })
    expect(await clientOf(sandbox, 'grandchild').forkedFrom()).toEqual({
      account: 'child',
      at: 'act_1',
    })
  })

  it('after a restart on the same file', async () => {
    const db = join(freshFolder(), 'db.json')
    const before = await freshSandbox({ db })
    await clientOf(before).do('revoke_key')
    await clientOf(before).fork({ name: 'aside', at: 'act_1' })
    await before.close()
    const again = await freshSandbox({ db })
    expect(await clientOf(again, 'aside').forkedFrom()).toEqual({ account: 'default', at: 'act_1' })
    expect(await clientOf(again).forkedFrom()).toBeNull()
  })

  it('and goes back to its start', async () => {
    const db = join(freshFolder(), 'db.json')
    const before = await freshSandbox({ db })
    await clientOf(before).do('revoke_key')
    await before.close()
    const again = clientOf(await freshSandbox({ db }))
    await again.do('fail_payment')
    expect((await again.undo({ to: 'start_1' })).status).toBe(200)
    expect(await again.account()).toMatchObject({ billing: 'active' })
    expect((await again.fork({ at: 'start_1' })).status).toBe(201)
  }) // prettier-ignore
})

describe('what undo would take back', () => {
  it('is the last action, then the one before', async () => {
    const sandbox = await freshSandbox()
    const { do: act, last, undo } = clientOf(sandbox)
    expect(await last()).toBeNull()
    await act('fail_payment')
    await act('arm_fault', { kind: 'outage' })
    expect(await last()).toMatchObject({ id: 'act_2', action: 'arm_fault' })
    await undo()
    expect(await last()).toMatchObject({ id: 'act_1', action: 'fail_payment' })
    await undo()
    expect(await last()).toBeNull()
    const { status, body } = await undo()
    const message = 'account default has no action to undo'
    expect([status, body]).toEqual([409, { message, code: 'refused', reason: 'no_action' }])
  })

  it('names the entry that it made, which brings back what it took', async () => {
    const sandbox = await freshSandbox()
    const { do: act, undo, account } = clientOf(sandbox)
    await act('cancel_subscription')
    const made = (await undo()).body['undo']
    expect(made).toBe('undo_1')
    expect((await undo({ to: 'start_1' })).body['undo']).toBe('undo_2')
    await undo({ to: made })
    expect((await account()).billing).toBe('canceled')
  })

  it(
    'says when it took back more than can be brought back, and the account says so before',
    { tags: ['long'] },
    async () => {
      const sandbox = await freshSandbox()
      const { do: act, undo, account } = clientOf(sandbox)
      await act('populate_aliases', { count: 30_000 })
      expect((await account()).can_come_back).toBe(true)
      expect((await undo()).body).toMatchObject({ undo: 'undo_1', can_be_taken_back: true })
      await act('populate_aliases', { count: 90_000 })
      await act('cancel_subscription')
      expect((await account()).can_come_back).toBe(false)
      expect((await undo({ to: 'act_2' })).body).toMatchObject({
        undo: 'undo_2',
        can_be_taken_back: false,
      })
      expect((await undo({ to: 'undo_2' })).status).toBe(409)
    },
  )

  it('can be brought back: undo the undo', async () => {
    const sandbox = await freshSandbox()
    const { do: act, account, last, undo } = clientOf(sandbox)
    await act('fail_payment')
    await act('settle_invoice')
    await undo()
    await undo()
    expect((await account()).billing).toBe('active')
    await undo({ to: 'undo_2' })
    expect((await account()).billing).toBe('past_due')
    expect(await last()).toMatchObject({ id: 'act_1' })
    await undo({ to: 'undo_1' })
    expect((await account()).billing).toBe('active')
    expect(await last()).toMatchObject({ id: 'act_2' })
  })

  it('is not what changed nothing, which says so', async () => {
    const sandbox = await freshSandbox()
    const { do: act, send, last, undo, account } = clientOf(sandbox)
    expect((await act('fail_payment')).body).not.toHaveProperty('unchanged')
    expect((await act('clear_faults')).body).toMatchObject({
      unchanged: true,
      result: { cleared: 0 },
    })
    expect(await last()).toMatchObject({ id: 'act_1', action: 'fail_payment' })
    const { body } = await send('GET', 'accounts/default/history')
    expect(body['history']).toMatchObject([{}, { id: 'act_1' }, { id: 'act_2', unchanged: true }])
    await undo()
    expect((await account()).billing).toBe('active')
  })

  it('is said to be out of reach when too much came after it', async () => {
    const sandbox = await freshSandbox({ maxRequests: 1 })
    const { do: act, last, undo, send } = clientOf(sandbox)
    await act('fail_payment')
    const call = () => fetch(`${sandbox.url}/v1/aliases`)
    for (let calls = 0; calls < 3; calls += 1) await call()
    await send('GET', 'accounts/default')
    expect(await last()).toBeNull()
    const { status, body } = await undo()
    const message = 'account default has no action to undo; its history no longer holds older ones'
    expect([status, body]).toEqual([409, { message, code: 'refused', reason: 'no_action' }])
  })

  it('is nothing of the account from which a fork branched off', async () => {
    const sandbox = await freshSandbox()
    await clientOf(sandbox).do('fail_payment')
    await clientOf(sandbox).fork({ name: 'aside' })
    expect(await clientOf(sandbox, 'aside').last()).toBeNull()
  })
})
