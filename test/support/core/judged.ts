import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import type { Account } from '../../../src/core/account/account.ts'
import { toJudged } from '../../../src/report/judged-account.ts'
import { reportOn } from '../../../src/report/report.ts'
import { callCore, type CoreCall } from './core-call.ts'
import { coreSandbox, MACHINE_MS } from './core-sandbox.ts'

/**
 * A request of a client at a time in milliseconds after the start, or a move of its account's clock.
 * In a query, `{next}` stands for the last next_cursor.
 */
export type Step = (CoreCall & { after?: number }) | { push: string; after?: number }

export const list: CoreCall = { method: 'GET' }
export const create: CoreCall = {}

/** Runs the steps on a fresh account and returns the account with its journal. */
export function lived(scenario: Scenario, steps: readonly Step[]): Account {
  const sandbox = coreSandbox(scenario)
  const account = sandbox.account('default')
  let next = ''
  for (const { after = 0, ...step } of steps) {
    const machineMs = MACHINE_MS + after
    if ('push' in step) sandbox.perform(account, 'advance_clock', { by: step.push }, machineMs)
    else {
      const query = (step.query ?? '').replace('{next}', next)
      const { response } = callCore(sandbox, { ...step, query, machineMs })
      next = /"next_cursor":"([^"]+)"/.exec(response.body)?.[1] ?? next
    }
  }
  return account
}

/** Returns the result of one rule of the report: `pass: why [calls]`. */
export function judged(rule: string, scenario: Scenario, steps: readonly Step[]): string {
  const row = reportOn([toJudged(lived(scenario, steps))]).etiquette.find(
    (each) => each.rule === rule,
  )!
  return `${row.verdict}: ${row.why} [${row.entries.join(' ').replaceAll('req_', '')}]`
}
