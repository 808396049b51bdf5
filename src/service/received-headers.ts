import type { ApiRequest } from '../contract/history/entry.ts'
import type { Question } from '../control/question.ts'
import { redact } from '../core/account/keys.ts'
import { maskHeader } from '../text/mask.ts'

/** Headers that may carry secrets; the history has only the start and length of their values. */
const secretHeaders = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-access-token',
] as const

/** The headers of a request as the history has them, without secrets. */
export function toReceivedHeaders(headers: Question['headers']): ApiRequest['headers'] {
  const received: ApiRequest['headers'] = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    if (secretHeaders.some((secret) => secret === name)) received[name] = redact(String(value))
    else if (typeof value === 'string') received[name] = maskHeader(name, value)
    else received[name] = value.map((each) => maskHeader(name, each))
  }
  return received
}
