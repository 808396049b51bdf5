import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../src/contract/scenario/scenario.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
// @ts-expect-error: the clients are JavaScript, so that the documentation can be made from them
import { urllib3Client } from '../clients/drivers/python/python.js'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'

type Send = (ask: object) => Promise<boolean>
type Way = 'byDefault' | 'configured'
const ways = urllib3Client as Record<Way, Send>

/** The wait of one minute is one second of real time, whenever the call comes. */
const burst: Scenario = { clock: { scale: 60 }, faults: [{ kind: 'burst' }] }

/** `configured` is Retry(status_forcelist=[409, 429, 503], allowed_methods=None). */
const rows: [state: Scenario, method: string, way: Way, rule: string, verdict: string][] = [
  [burst, 'GET', 'byDefault', 'waits_out_burst', 'pass'],
  [burst, 'POST', 'configured', 'waits_out_burst', 'pass'],
  [{ faults: [{ kind: 'collision' }] }, 'POST', 'byDefault', 'retries_collision', 'advice'],
  [{ faults: [{ kind: 'collision' }] }, 'POST', 'configured', 'retries_collision', 'pass'],
  // A daily 429 has no Retry-After, and Retry has no pause of its own.
  [{ usage: { daily: 50 } }, 'POST', 'configured', 'waits_for_midnight', 'fail'],
  [{ account: { billing: 'past_due' } }, 'GET', 'configured', 'no_loop_on_403', 'pass'],
  [{ account: { key: 'revoked' } }, 'GET', 'configured', 'no_loop_on_401', 'pass'],
  [{ faults: [{ kind: 'drop_after' }] }, 'POST', 'configured', 'looks_after_lost_response', 'fail'],
]

describe('the verdict on urllib3’s Retry', needs('python3 urllib3'), () => {
  it.each(rows)('%j: %s %s, %s → %s', async (state, method, way, rule, verdict) => {
    const { url, sandbox } = await freshSandbox({ with: state })
    const headers = { authorization: 'Bearer sandbox_default' }
    await ways[way]({ url: `${url}/v1/aliases`, method, headers })
    const row = reportOn(sandbox.accounts().map(toJudged)).etiquette.find(
      (each) => each.rule === rule,
    )
    expect([row?.verdict, row?.why]).toEqual([verdict, expect.any(String)])
  })
})
