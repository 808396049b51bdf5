import type { Entry } from '../../contract/history/entry.ts'
import { maskAnswerHeaders, maskText, type IsKnown } from '../../text/mask.ts'
import { maskValue } from '../../text/mask-value.ts'
import { maskMail } from '../../text/mask-mail.ts'

/**
 * An entry as anybody outside sees it: without the keys that clients sent in bodies and arguments, or testers put into
 * the headers of an answer. Paths, queries and headers of requests are masked before a request is answered.
 */
export function toShown<Shown extends Entry>(entry: Shown, isKnown: IsKnown): Shown {
  return { ...entry, ...maskedFields(entry, isKnown) }
}

function maskedFields(entry: Entry, isKnown: IsKnown): Partial<Entry> {
  switch (entry.type) {
    case 'call': {
      const { request, response, why } = entry
      const { headers, body } = response
      return {
        request: { ...request, body: request.body && maskText(request.body, isKnown) },
        response: {
          ...response,
          headers: maskAnswerHeaders(headers),
          body: maskText(body, isKnown),
        },
        why: maskText(why, isKnown),
      }
    }
    case 'action':
    case 'mail': {
      const { action, arguments: args, result } = entry
      return {
        action: maskText(action),
        ...(args !== undefined && {
          arguments: entry.type === 'mail' ? maskMail(args, isKnown) : maskValue(args, isKnown),
        }),
        ...(result && { result: maskValue(result, isKnown) as typeof result }),
      }
    }
    case 'event':
      return { details: maskValue(entry.details, isKnown) as typeof entry.details }
    case 'start':
    case 'undo':
      return {}
  }
}
