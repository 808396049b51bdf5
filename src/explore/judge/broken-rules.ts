import type { Report } from '../../core/report/report.ts'

/** What a client does that breaks a rule of etiquette, and the sentence of the document; no source: ours. */
type BrokenRule = {
  title: string
  sentence: string
  source: string
  /** Rules that one mistake breaks have one pattern; the rule itself if undefined. */
  pattern?: string
}

export const brokenRules: Readonly<Record<string, BrokenRule>> = {
  waits_out_burst: {
    title: 'calls again before the Retry-After of a 429 is over',
    sentence: 'Retry-After: seconds until the window resets',
    source: 'Errors, 429',
    pattern: 'retry_after',
  },
  waits_for_midnight: {
    title: 'creates again although the cap of the day is reached',
    sentence: 'Resets at 00:00 UTC.',
    source: 'Limits, Daily alias creation cap',
  },
  waits_out_outage: {
    title: 'calls again before the Retry-After of a 503 is over',
    sentence: 'Retrying after Retry-After is correct.',
    source: 'Errors, rule 2',
    pattern: 'retry_after',
  },
  no_loop_on_403: {
    title: 'calls again and again after a 403',
    sentence: 'Keys only work while the account is on Plus or Pro, including during the trial.',
    source: 'Authentication, 5',
  },
  no_loop_on_401: {
    title: 'calls again and again with a key that is not valid',
    sentence: 'Invalid or revoked key: 401.',
    source: 'Authentication, 6',
  },
  no_loop_on_400: {
    title: 'sends a request again and again that is answered 400',
    sentence: 'Malformed limit or last_key; invalid single_use or expires_at in the body',
    source: 'Errors, 400',
  },
  passes_cursor_back: {
    title: 'does not pass next_cursor back as last_key',
    sentence: 'To fetch the next page, pass next_cursor as last_key.',
    source: 'GET /v1/aliases, rule 1',
  },
  stops_at_last_page: {
    title: 'asks for more after the last page',
    sentence: 'On the last page next_cursor is null.',
    source: 'GET /v1/aliases, rule 1',
  },
  json_content_type: {
    title: 'sends a body without Content-Type: application/json',
    sentence: 'Request header Content-Type: application/json when a body is sent.',
    source: 'POST /v1/aliases',
  },
  seconds_in_expires_at: {
    title: 'sends expires_at in milliseconds',
    sentence: 'integer, epoch seconds',
    source: 'POST /v1/aliases, expires_at',
  },
  offered_operations_only: {
    title: 'calls operations that do not exist',
    sentence:
      'PATCH and DELETE on /v1/aliases (and any suspend, resume or delete operation) are not offered.',
    source: 'Operations that do not exist',
  },
  looks_after_lost_response: {
    title: 'creates again after a lost answer, without looking',
    sentence: 'Creates one alias.',
    source: 'POST /v1/aliases',
  },
}

/** The rules of etiquette that a run breaks, in words: `sends expires_at in milliseconds (req_1)`. */
export function rulesBrokenBy({ etiquette }: Report): string[] {
  return etiquette
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, expected, entries }) => {
      const title = brokenRules[rule]?.title ?? `does not keep the rule: ${expected}`
      return entries.length === 0 ? title : `${title} (${entries[0]})`
    })
}
