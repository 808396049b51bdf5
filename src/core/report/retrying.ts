import { arrivesWhole } from '../record/delivery.ts'
import type { Entry } from '../record/entry.ts'
import {
  counted,
  failed,
  isSameRequest,
  notExercised,
  passed,
  type Finding,
  type Rule,
} from './rule.ts'

/** Rules about retries: where they help, and where they cannot. */

export const retryingRules: readonly Rule[] = [
  {
    rule: 'retries_collision',
    title: 'retries a 409',
    source: 'Errors, 409: retry is safe',
    judge: judgeCollisions,
  },
  {
    rule: 'no_loop_on_403',
    title: 'does not loop on 403',
    source: 'Errors, 403: only the account’s owner can change it',
    judge: (entries) => judgeLoop(entries, 403),
  },
  {
    rule: 'no_loop_on_401',
    title: 'does not loop on 401',
    source: 'Errors, 401: the key is invalid or revoked',
    judge: (entries) => judgeLoop(entries, 401),
  },
]

/** A call repeated this many times, each soon after the last response, is a loop. */
const LOOP_LENGTH = 3
const LOOP_GAP_MS = 60_000

function judgeCollisions(entries: readonly Entry[]): Finding {
  const collisions = entries.filter((entry) => entry.outcome === 'collision')
  if (collisions.length === 0) return notExercised('no 409 occurred')
  const abandoned = collisions.filter((collision) => !isRetried(collision, entries))
  if (abandoned.length === 0) {
    return passed(`each 409 was retried (${collisions.length})`, collisions)
  }
  return failed(
    `${abandoned.length} of ${counted(collisions.length, '409')} was not retried`,
    abandoned,
  )
}

function isRetried(collision: Entry, entries: readonly Entry[]): boolean {
  return entries.some((entry) => entry.number > collision.number && isSameRequest(entry, collision))
}

function judgeLoop(entries: readonly Entry[], status: 401 | 403): Finding {
  const refused = entries.filter(
    (entry) => entry.response.status === status && arrivesWhole(entry.delivery),
  )
  if (refused.length === 0) return notExercised(`no ${status} occurred`)
  const longest = longestLoop(entries, status)
  if (longest.length < LOOP_LENGTH) return passed('no call was repeated more than once', refused)
  return failed(
    `the same call was sent ${longest.length} times and answered ${status} each time`,
    longest,
  )
}

/** The longest run of identical calls with this status, each attempt soon after the previous one. */
function longestLoop(entries: readonly Entry[], status: number): readonly Entry[] {
  let run: Entry[] = []
  let longest = run
  for (const entry of entries) {
    const last = run.at(-1)
    if (entry.response.status !== status) run = []
    else if (
      last &&
      isSameRequest(entry, last) &&
      entry.machineMs - last.machineMs <= LOOP_GAP_MS
    ) {
      run = [...run, entry]
    } else run = [entry]
    if (run.length > longest.length) longest = run
  }
  return longest
}
