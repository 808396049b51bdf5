import type { RequestEntry } from '../../contract/history/entry.ts'
import { isKeyMissing } from '../../core/account/keys.ts'
import { failed, notExercised, parsed, passed, type Finding, type Rule } from '../rule.ts'
import type { TimedHistory } from '../timed-history.ts'
import { countOf } from '../../text/numbers.ts'
import { offeredCalls } from '../../words/operations.ts'

/** Rules about the requests themselves. */

export const requestingRules: readonly Rule[] = [
  {
    rule: 'json_content_type',
    situation: { next: 'Create an alias with a body, such as a label.' },
    title: 'sends Content-Type: application/json with a body',
    source: 'POST /v1/aliases: Content-Type',
    expected: 'A careful client sends Content-Type: application/json with every body.',
    broken: {
      title: 'sends a body without Content-Type: application/json',
      sentence: 'Request header Content-Type: application/json when a body is sent.',
      source: 'POST /v1/aliases',
    },
    judge: judgeContentType,
  },
  {
    rule: 'seconds_in_expires_at',
    situation: { next: 'Create an alias with an expires_at 10 minutes ahead.' },
    title: 'sends expires_at in seconds, not milliseconds',
    source: 'POST /v1/aliases, expires_at: epoch seconds',
    expected: 'A careful client divides its milliseconds by 1,000 and rounds down.',
    broken: {
      title: 'sends expires_at in milliseconds',
      sentence: 'integer, epoch seconds',
      source: 'POST /v1/aliases, expires_at',
    },
    judge: judgeSeconds,
  },
  {
    rule: 'offered_operations_only',
    situation: { next: 'Send any request with your client.' },
    title: 'uses only operations that exist',
    source: 'Operations that do not exist',
    expected: `A careful client calls ${offeredCalls()} only.`,
    broken: {
      title: 'calls operations that do not exist',
      sentence:
        'PATCH and DELETE on /v1/aliases (and any suspend, resume or delete operation) are not offered.',
      source: 'Operations that do not exist',
    },
    judge: judgeOffered,
  },
]

/** Units that are taken for seconds, the largest value first: as seconds, the least is the year 5138. */
const wrongUnits = [
  { from: 1e17, unit: 'nanoseconds', inSecond: '1,000,000,000' },
  { from: 1e14, unit: 'microseconds', inSecond: '1,000,000' },
  { from: 1e11, unit: 'milliseconds', inSecond: '1,000' },
]

function judgeContentType({ calls }: TimedHistory): Finding {
  const withBody = calls.filter((call) => call.operation === 'create' && call.request.body)
  if (withBody.length === 0) return notExercised('no creation had a body')
  const wrong = withBody.filter(
    ({ request }) => !/^application\/json\s*(;|$)/i.test(request.content_type ?? ''),
  )
  if (wrong.length === 0)
    return passed(`${countOf(withBody.length, 'creation')} with a body had it`, withBody)
  return failed(`${wrong.length} of ${withBody.length} bodies were sent without it`, wrong)
}

function judgeSeconds({ calls }: TimedHistory): Finding {
  const withExpiry = calls.filter(
    (call) => call.operation === 'create' && typeof expiryOf(call) === 'number',
  )
  if (withExpiry.length === 0) return notExercised('no expires_at was a number')
  const wrong = withExpiry.filter((call) => unitOf(call) !== undefined)
  if (wrong.length === 0) {
    return passed(`${countOf(withExpiry.length, 'creation')} sent seconds`, withExpiry)
  }
  const units = new Set(wrong.map((call) => unitOf(call)!.unit))
  const { unit, inSecond } = unitOf(wrong[0]!)!
  return failed(
    `${countOf(wrong.length, 'creation')} sent ${[...units].join(' or ')}`,
    wrong,
    `A careful client divides its ${unit} by ${inSecond} and rounds down.`,
  )
}

/** The unit of the expiry of a creation; undefined if it is in seconds. */
function unitOf(call: RequestEntry): (typeof wrongUnits)[number] | undefined {
  return wrongUnits.find(({ from }) => Math.abs(Number(expiryOf(call))) >= from)
}

function expiryOf({ request }: RequestEntry): unknown {
  return parsed(request.body)['expires_at']
}

function judgeOffered({ calls }: TimedHistory): Finding {
  const meant = calls.filter((call) => !isProbe(call))
  if (meant.length === 0) return notExercised('no request was sent')
  const absent = meant.filter(({ operation }) => operation === null)
  if (absent.length === 0) return passed(countOf(meant.length, 'request'), [])
  const { method, path } = absent[0]!.request
  return failed(
    `${countOf(absent.length, 'request')} used another operation, first ${method} ${path}`,
    absent,
  )
}

/**
 * Does somebody only look whether a server is there? Browsers, probes and preflights send no key, and
 * ask for no part of the API.
 */
function isProbe({ operation, request, key }: RequestEntry): boolean {
  if (operation !== null) return false
  const { method, path } = request
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return true
  return (
    isKeyMissing(key) && (!path.startsWith('/v1/') || method === 'HEAD' || method === 'OPTIONS')
  )
}
