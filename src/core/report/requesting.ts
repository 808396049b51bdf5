import type { Entry } from '../record/entry.ts'
import { counted, failed, notExercised, parsed, passed, type Finding, type Rule } from './rule.ts'

/** Rules about the requests themselves. */

export const requestingRules: readonly Rule[] = [
  {
    rule: 'json_content_type',
    title: 'sends Content-Type: application/json with a body',
    source: 'POST /v1/aliases: Content-Type',
    judge: judgeContentType,
  },
  {
    rule: 'seconds_in_expires_at',
    title: 'sends expires_at in seconds, not milliseconds',
    source: 'POST /v1/aliases, expires_at: epoch seconds',
    judge: judgeSeconds,
  },
  {
    rule: 'offered_operations_only',
    title: 'uses only operations that exist',
    source: 'Operations that do not exist',
    judge: judgeOffered,
  },
]

/** As seconds, this would be the year 5138, so a larger value must be in milliseconds. */
const MILLISECONDS_FROM = 1e11

function judgeContentType(entries: readonly Entry[]): Finding {
  const withBody = entries.filter((entry) => entry.operation === 'create' && entry.request.body)
  if (withBody.length === 0) return notExercised('no creation had a body')
  const wrong = withBody.filter(
    (entry) => !/^application\/json\s*(;|$)/i.test(entry.request.contentType ?? ''),
  )
  if (wrong.length === 0)
    return passed(`${counted(withBody.length, 'creation')} with a body had it`, withBody)
  return failed(`${wrong.length} of ${withBody.length} bodies were sent without it`, wrong)
}

function judgeSeconds(entries: readonly Entry[]): Finding {
  const withExpiry = entries.filter(
    (entry) => entry.operation === 'create' && typeof expiryOf(entry) === 'number',
  )
  if (withExpiry.length === 0) return notExercised('no call sent expires_at')
  const wrong = withExpiry.filter((entry) => Number(expiryOf(entry)) >= MILLISECONDS_FROM)
  if (wrong.length === 0) {
    return passed(`${counted(withExpiry.length, 'creation')} sent seconds`, withExpiry)
  }
  return failed(`${counted(wrong.length, 'creation')} sent milliseconds`, wrong)
}

function expiryOf(entry: Entry): unknown {
  return parsed(entry.request.body)['expires_at']
}

function judgeOffered(entries: readonly Entry[]): Finding {
  if (entries.length === 0) return notExercised('no call was made')
  const absent = entries.filter((entry) => entry.operation === null)
  if (absent.length === 0) return passed(`all ${counted(entries.length, 'call')}`, [])
  const { method, path } = absent[0]!.request
  return failed(
    `${counted(absent.length, 'call')} used another operation, first ${method} ${path}`,
    absent,
  )
}
