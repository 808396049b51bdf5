import { expect, it } from 'vitest'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

it('does not say that a client waited which an action had freed', () => {
  const sandbox = coreSandbox({ usage: { burst: 60, burst_resets_in: '42s' } })
  const account = sandbox.account('default')
  callCore(sandbox, { method: 'GET', machineMs: MACHINE_MS })
  sandbox.perform(account, 'set_usage', { burst: 0 }, MACHINE_MS + 1_000)
  callCore(sandbox, { method: 'GET', machineMs: MACHINE_MS + 1_100 })
  const row = reportOn([toJudged(account)]).etiquette.find(({ rule }) => rule === 'waits_out_burst')
  expect(row).toMatchObject({
    verdict: 'pass',
    why: 'waited, or was freed by act_1, or called no more (1 burst 429)',
    entries: ['req_1', 'act_1'],
  })
})
