import type { Scenario } from '../../../src/contract/scenario/scenario.ts'
import { historiesIn, type ScriptedClient } from './scripted-client.ts'

/**
 * The HTTP clients of docs/etiquette.md with their defaults, in its situations: a clock at 15 times the
 * speed, so that a Retry-After is two real seconds.
 */

const clock = { scale: 15 }
const situations: Record<string, { state: Scenario; rule: string }> = {
  'burst 429': { state: { clock, usage: { burst: 60, burst_resets_in: '30s' } }, rule: 'burst' },
  'daily 429': { state: { clock, usage: { daily: 50 } }, rule: 'daily' },
  '503': { state: { clock, faults: [{ kind: 'outage', for: '25s' }] }, rule: 'outage' },
  '409': { state: { clock, faults: [{ kind: 'collision' }] }, rule: 'collision' },
  '403': { state: { clock, account: { billing: 'past_due' } }, rule: '403' },
  '401': { state: { clock, account: { key: 'revoked' } }, rule: '401' },
  'lost answer': { state: { clock, faults: [{ kind: 'drop_after' }] }, rule: 'lost' },
}

/** The seconds at which the library made its calls, as observed. */
type LibraryRow = [
  library: string,
  method: string,
  situation: string,
  at: number[],
  verdict: string,
]

const gaveUp: LibraryRow[] = [
  ...['fetch', 'axios', 'requests'].flatMap((library): LibraryRow[] => [
    [library, 'GET', 'burst 429', [0], 'pass'],
    [library, 'GET', '503', [0], 'pass'],
  ]),
  ['got', 'POST', '409', [0], 'advice'],
  ['ky', 'POST', 'daily 429', [0], 'pass'],
  ['urllib', 'POST', '403', [0], 'pass'],
  ['undici RetryAgent', 'GET', '401', [0], 'pass'],
  ['curl', 'POST', 'lost answer', [0], 'not_exercised'],
]

const retried: LibraryRow[] = [
  ['axios-retry', 'GET', 'burst 429', [0, 2.01], 'pass'],
  ['axios-retry', 'GET', '503', [0, 2.02], 'pass'],
  ['axios-retry', 'POST', 'lost answer', [0, 0.003], 'fail'],
  ['got', 'GET', 'burst 429', [0, 2.01], 'pass'],
  ['got', 'GET', '503', [0, 2.01], 'pass'],
  ['ky', 'GET', 'burst 429', [0, 2.005], 'pass'],
  ['ky', 'GET', '503', [0, 2.006], 'pass'],
  ['ofetch', 'GET', 'burst 429', [0, 0.006], 'fail'],
  ['ofetch', 'GET', '503', [0, 0.005], 'fail'],
  ['undici RetryAgent', 'GET', 'burst 429', [0, 2.01], 'pass'],
  ['undici RetryAgent', 'GET', '503', [0, 2.01], 'pass'],
  ['p-retry', 'GET', 'burst 429', [0, 1.004, 3.009], 'fail'],
  ['p-retry', 'POST', '503', [0, 1.004, 3.009], 'fail'],
  ['p-retry', 'POST', '409', [0, 1.003], 'pass'],
  ['p-retry', 'POST', 'daily 429', [0, 1.004, 3.008], 'fail'],
  ['p-retry', 'GET', '403', [0, 1.004, 3.008], 'pass'],
  ['p-retry', 'POST', '401', [0, 1.003, 3.007], 'pass'],
  ['p-retry without back-off', 'POST', '401', [0, 1.003, 2.006, 3.01, 4.02], 'fail'],
  ['p-retry', 'POST', 'lost answer', [0, 1.004], 'fail'],
  ['curl --retry', 'GET', 'burst 429', [0, 2.01], 'pass'],
  ['curl --retry', 'POST', '503', [0, 2.01], 'pass'],
  ['curl --retry', 'POST', 'daily 429', [0, 1.01, 3.02], 'fail'],
  ['urllib3', 'GET', 'burst 429', [0, 2.003], 'pass'],
  ['urllib3', 'GET', '503', [0, 2.003], 'pass'],
  ['urllib3, POST too', 'POST', 'daily 429', [0, 0.002, 0.005], 'fail'],
  ['urllib3, POST too', 'POST', '409', [0, 0.003], 'pass'],
]

export const libraryHistories: ScriptedClient[] = [...gaveUp, ...retried].flatMap(
  ([library, method, situation, at, verdict]) => {
    const { state, rule } = situations[situation]!
    const body = method === 'POST' ? ' {"label":"shop"}' : ''
    const script = at.map((seconds) => `${seconds} A ${method}${body}`).join('\n')
    const name = `${library}: ${method}, ${situation}`
    const because = at.length === 1 ? 'It gives up.' : `It calls again after ${at[1]} s.`
    return historiesIn(state, [[name, `${rule}=${verdict}`, because, script]])
  },
)
