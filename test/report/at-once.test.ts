import { describe, expect, it } from 'vitest'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { callCore } from '../support/core/core-call.ts'
import { MACHINE_MS, coreSandbox } from '../support/core/core-sandbox.ts'
import { list } from '../support/core/judged.ts'

// The number of workers belongs to the account: it outlives the requests by which it was counted.

/** A sandbox whose account was used over two connections at once. */
function usedByTwo() {
  const sandbox = coreSandbox({})
  for (const id of [1, 2])
    callCore(sandbox, { ...list, connection: { id, opened: id }, order: [9 + id, 11 + id] })
  return { sandbox, account: sandbox.account('default') }
}

type UsedSandbox = ReturnType<typeof usedByTwo>

/** The verdict on two requests in an outage, over one connection that was opened later. */
function verdictOnRepetition({ sandbox, account }: UsedSandbox) {
  sandbox.perform(account, 'arm_fault', { kind: 'outage', times: 'always' }, MACHINE_MS)
  for (const place of [0, 2]) {
    callCore(sandbox, {
      ...list,
      connection: { id: 3, opened: 20 },
      order: [30 + place, 31 + place],
    })
  }
  const { etiquette } = reportOn([toJudged(account)])
  return etiquette.find(({ rule }) => rule === 'waits_out_outage')?.verdict
}

describe('what an account had at once', () => {
  it.each<[what: string, act: (used: UsedSandbox) => void, verdict: string]>([
    ['nothing was forgotten', () => {}, 'advice'],
    ['its journal was cleared', ({ account }) => account.requests.clear(), 'advice'],
    [
      'the account was reset',
      ({ sandbox, account }) => sandbox.perform(account, 'reset', {}, MACHINE_MS),
      'advice',
    ],
  ])('counts also when %s', (_what, act, verdict) => {
    const used = usedByTwo()
    act(used)
    expect(verdictOnRepetition(used)).toBe(verdict)
  })

  it('is one connection for an account that had no other', () => {
    const sandbox = coreSandbox({})
    expect(verdictOnRepetition({ sandbox, account: sandbox.account('default') })).toBe('fail')
  })

  it('stands in its history file', () => {
    const { sandbox, account } = usedByTwo()
    const file = toSession(sandbox, [account], { version: '0' })
    expect(file.accounts[0]?.at_once).toEqual({ requests: 2, connections: 2 })
  })
})
