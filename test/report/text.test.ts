import { describe, expect, it } from 'vitest'
import { toText } from '../../src/report-formats/text.ts'
import { idleReport, livelyReport, oddReport } from '../support/core/sample-reports.ts'

describe('a report as text', () => {
  it('lists failed rules first, with the reason', () => {
    expect(toText(livelyReport())).toBe(`alias-sandbox report: account default, 6 calls

Etiquette                                        2 failed, 8 of 13 not exercised
  FAIL   waits for the Retry-After of a burst 429
         1 call came too early, the first 0.0 s after a response that asked to
         wait 60 s. A careful client waits 60 s after req_3 before its next call
         with this key.
         Errors, 429 burst: Retry-After. See req_3 req_4.
  FAIL   uses only operations that exist
         1 call used another operation, first PUT /v1/aliases. A careful client
         calls POST and GET /v1/aliases only.
         Operations that do not exist. See req_6.
  advice lists aliases before it retries a lost creation
         1 lost creation retried without listing first: the alias could exist
         twice, and does not by luck. A careful client lists the aliases after a
         lost response, and creates again only what is not there.
         POST /v1/aliases: each creation that is done makes one more alias. See
         req_2 req_3.
  pass   does not loop on 401
  pass   does not repeat a request that got 400
  -      creates nothing between a daily 429 and 00:00 UTC
  -      waits for the 30 s of a 503
  -      retries a 409
  -      does not loop on 403
  -      passes next_cursor back as last_key, unchanged
  -      stops at the last page
  -      sends Content-Type: application/json with a body
  -      sends expires_at in seconds, not milliseconds

Coverage of the document                                         4 of 15 covered
  covered: listed 1, invalid_key 1, burst 1, bad_request 1
  not covered: created, plan_required, plan_past_due, plan_canceled, outage,
  daily_cap, collision, created_with_expiry, created_single_use,
  listed_with_limit, listed_next_page
  not in the document: drop_after 1, method_not_allowed 1

Assumptions used                                                       responses
  domain              What is the shared domain?                               2
  id_style            Which alphabet and length do ids have?                   2
  limit_out_of_range  Is limit=0 or limit=101 malformed?                       1
  list_order          In which order are aliases listed?                       1
  key_error_shape     What is the body of a 401?                               1
  absent_method       What is the response to PATCH, PUT or DELETE on          1
                      /v1/aliases?
`)
  })

  it('says that no outcome occurred', () => {
    expect(toText(idleReport())).toBe(`alias-sandbox report: 2 accounts, 0 calls

Etiquette                                       0 failed, 13 of 13 not exercised
  -      waits for the Retry-After of a burst 429
  -      creates nothing between a daily 429 and 00:00 UTC
  -      waits for the 30 s of a 503
  -      retries a 409
  -      does not loop on 403
  -      does not loop on 401
  -      does not repeat a request that got 400
  -      passes next_cursor back as last_key, unchanged
  -      stops at the last page
  -      sends Content-Type: application/json with a body
  -      sends expires_at in seconds, not milliseconds
  -      uses only operations that exist
  -      lists aliases before it retries a lost creation

Coverage of the document                                         0 of 15 covered
  not covered: created, listed, invalid_key, plan_required, plan_past_due,
  plan_canceled, outage, burst, daily_cap, collision, bad_request,
  created_with_expiry, created_single_use, listed_with_limit, listed_next_page
`)
  })

  it('wraps lines at 80 columns, and omits empty sections', () => {
    expect(toText(oddReport()))
      .toBe(`alias-sandbox report: account default, 1 call (3 older calls were dropped or cleared)

Etiquette                                         1 failed, 1 of 5 not exercised
  FAIL   a title
         a | b <c> & "d"\\u0009of\\u000abell\\u0007 | <. A client waits.
         Errors, 429. See req_1 req_2.
  advice a title
         nine long nine long nine long nine long nine long nine long nine long
         1. A client waits.
         Errors, 429. See req_1 req_2.
  advice a title
         nine long nine long nine long nine long nine long nine long nine long
         12. A client waits.
         Errors, 429. See req_1 req_2.
  pass   a <b> | c
  -      a title

Coverage of the document                                          1 of 1 covered
  covered: created 1
`)
  })
})
