import type { CallEntry } from '../../record/history-entry.ts'
import { isKeyMissing } from '../../record/entry.ts'
import { counted, failed, notExercised, parsed, passed, type Finding, type Rule } from '../rule.ts'
import type { Story } from '../story.ts'

/** Rules about the requests themselves. */

export const requestingRules: readonly Rule[] = [
  {
    rule: 'json_content_type',
    title: 'sends Content-Type: application/json with a body',
    source: 'POST /v1/aliases: Content-Type',
    expected: 'A client that knows sends Content-Type: application/json with every body.',
    judge: judgeContentType,
  },
  {
    rule: 'seconds_in_expires_at',
    title: 'sends expires_at in seconds, not milliseconds',
    source: 'POST /v1/aliases, expires_at: epoch seconds',
    expected: 'A client that knows divides its milliseconds by 1,000 and rounds down.',
    judge: judgeSeconds,
  },
  {
    rule: 'offered_operations_only',
    title: 'uses only operations that exist',
    source: 'Operations that do not exist',
    expected: 'A client that knows calls POST and GET /v1/aliases only.',
    judge: judgeOffered,
  },
]

/** As seconds, this would be the year 5138, so a larger value must be in milliseconds. */
const MILLISECONDS_FROM = 1e11

function judgeContentType({ calls }: Story): Finding {
  const withBody = calls.filter((call) => call.operation === 'create' && call.request.body)
  if (withBody.length === 0) return notExercised('no creation had a body')
  const wrong = withBody.filter(
    ({ request }) => !/^application\/json\s*(;|$)/i.test(request.contentType ?? ''),
  )
  if (wrong.length === 0)
    return passed(`${counted(withBody.length, 'creation')} with a body had it`, withBody)
  return failed(`${wrong.length} of ${withBody.length} bodies were sent without it`, wrong)
}

function judgeSeconds({ calls }: Story): Finding {
  const withExpiry = calls.filter(
    (call) => call.operation === 'create' && typeof expiryOf(call) === 'number',
  )
  if (withExpiry.length === 0) return notExercised('no call sent expires_at')
  const wrong = withExpiry.filter((call) => Number(expiryOf(call)) >= MILLISECONDS_FROM)
  if (wrong.length === 0) {
    return passed(`${counted(withExpiry.length, 'creation')} sent seconds`, withExpiry)
  }
  return failed(`${counted(wrong.length, 'creation')} sent milliseconds`, wrong)
}

function expiryOf({ request }: CallEntry): unknown {
  return parsed(request.body)['expires_at']
}

function judgeOffered({ calls }: Story): Finding {
  const meant = calls.filter((call) => !isProbe(call))
  if (meant.length === 0) return notExercised('no call was made')
  const absent = meant.filter(({ operation }) => operation === null)
  if (absent.length === 0) return passed(`all ${counted(meant.length, 'call')}`, [])
  const { method, path } = absent[0]!.request
  return failed(
    `${counted(absent.length, 'call')} used another operation, first ${method} ${path}`,
    absent,
  )
}

/**
 * Does somebody only look whether a server is there? Browsers, probes and preflights send no key, and
 * ask for no part of the API.
 */
function isProbe({ operation, request, key }: CallEntry): boolean {
  if (operation !== null) return false
  const { method, path } = request
  if (path === '/' && (method === 'GET' || method === 'HEAD')) return true
  return (
    isKeyMissing(key) && (!path.startsWith('/v1/') || method === 'HEAD' || method === 'OPTIONS')
  )
}
