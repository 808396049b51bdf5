import { describe, expect, it } from 'vitest'
import { choiceRow, type ChoiceId } from '../../src/contract/choices/choices.ts'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { create, list, lived } from '../support/core/judged.ts'

// One report covers one or several accounts; each is judged by its own journal.

const rowOf = (report: ReturnType<typeof reportOn>, rule: string) =>
  report.etiquette.find((row) => row.rule === rule)

const assumed = (choice: ChoiceId, count: number) => ({
  choice,
  count,
  question: choiceRow(choice).question,
})

/** `default` and two others, `first` and `second`, each with two collisions. */
function threeAccounts() {
  const sandbox = coreSandbox({})
  const more = ['first', 'second'].map((name) =>
    sandbox.createAccount({ name, apiKey: `key_${name}`, scenario: 'collision' }, MACHINE_MS),
  )
  return { sandbox, accounts: [sandbox.account('default'), ...more] }
}

describe('a report on several accounts', () => {
  it('gives the worst verdict, from the first account that has it', () => {
    const { sandbox, accounts } = threeAccounts()
    callCore(sandbox)
    callCore(sandbox, { key: 'key_first', ...list })
    callCore(sandbox, { key: 'key_first' })
    callCore(sandbox, { key: 'key_second' })
    const report = reportOn(accounts.map(toJudged))
    expect(report).toMatchObject({ accounts: ['default', 'first', 'second'], calls: 4 })
    expect(rowOf(report, 'retries_collision')).toMatchObject({
      verdict: 'advice',
      entries: ['first/req_2'],
    })
    expect(rowOf(report, 'offered_operations_only')).toMatchObject({
      verdict: 'pass',
      why: '1 request',
    })
  })

  it.each([
    ['fail', [create, create], [create, list]],
    ['not_exercised', [], [create]],
    ['pass', [], [create, list]],
  ])('says %s for %j beside %j', (verdict, ...clients) => {
    const lost: Scenario = { faults: [{ kind: 'drop_after', operation: 'create' }] }
    const accounts = clients.map((steps) => lived(lost, steps))
    for (const order of [accounts, accounts.toReversed()]) {
      expect(rowOf(reportOn(order.map(toJudged)), 'looks_after_lost_response')).toMatchObject({
        verdict,
      })
    }
  })

  it('names at most ten calls per rule', () => {
    const calls = Array.from({ length: 11 }, () => ({ method: 'PUT' }))
    const row = rowOf(reportOn([toJudged(lived({}, calls))]), 'offered_operations_only')
    expect(row?.entries).toEqual(Array.from({ length: 10 }, (_, index) => `req_${index + 1}`))
  })

  it('adds up the calls that the journals have dropped', () => {
    const accounts = [lived({}, [list, list]), lived({}, [list, create, create])]
    for (const { requests } of accounts) requests.clear()
    expect(reportOn(accounts.map(toJudged))).toMatchObject({ calls: 0, forgotten: 5 })
  })

  it('counts the assumptions behind answers, most frequent first', () => {
    const steps = [{ ...list, query: 'limit=0' }, { method: 'PUT' }, { method: 'PUT' }]
    expect(reportOn([toJudged(lived({}, steps))]).choices).toEqual([
      assumed('absent_method', 2),
      assumed('limit_out_of_range', 1),
    ])
  })

  it('counts those behind what became of a mail', () => {
    const sandbox = coreSandbox({ aliases: [{ id: 'off', status: 'suspended' }] })
    const account = sandbox.account('default')
    for (const name of ['off', 'off', 'nobody']) {
      const to = `${name}@alias-sandbox.example`
      sandbox.perform(account, 'deliver_mail', { to }, MACHINE_MS)
    }
    expect(reportOn([toJudged(account)]).choices).toEqual([
      assumed('mail_to_suspended', 2),
      assumed('mail_to_unknown', 1),
    ])
  })
})
