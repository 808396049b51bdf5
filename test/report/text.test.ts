import { describe, expect, it } from 'vitest'
import { toText } from '../../src/report-formats/text.ts'
import { idleReport, livelyReport, oddReport } from '../support/core/sample-reports.ts'

describe('a report as text', () => {
  it('tells what failed first, and why', () => {
    expect(toText(livelyReport())).toBe(`alias-sandbox report: account default, 6 calls

Etiquette                                        2 failed, 8 of 12 not exercised
  FAIL  waits out the Retry-After of a burst 429
        1 call came too early, the first 0.0 s after being told to wait 60 s.
        Errors, 429 burst: Retry-After. See req_3 req_4.
  FAIL  asks for nothing that is not offered
        1 call asked for it, the first PUT /v1/aliases.
        Operations that do not exist. See req_6.
  note  looks before it creates again after a lost response
        1 lost creation was made again without a look: the alias may be there
        twice.
        POST /v1/aliases: each creation that is done makes one more alias. See
        req_2.
  pass  does not loop on 401
  -     creates nothing between a daily 429 and 00:00 UTC
  -     waits out the 30 s of a 503
  -     tries a 409 again
  -     does not loop on 403
  -     passes next_cursor back as last_key, unchanged
  -     stops at the last page
  -     sends Content-Type: application/json with a body
  -     gives expires_at in seconds, not milliseconds

Coverage of the document                                             4 of 15 met
  met: listed 1, invalid_key 1, burst 1, bad_request 1
  not met: created, plan_required, plan_past_due, plan_canceled, outage,
  daily_cap, collision, created_with_expiry, created_single_use,
  listed_with_limit, listed_next_page
  beside the document: drop_after 1, method_not_allowed 1

Assumptions leaned on                                                    answers
  domain              What is the shared domain?                               2
  id_style            What is the alphabet and length of an id?                2
  limit_out_of_range  Is limit=0 or limit=101 malformed?                       1
  list_order          In which order are aliases listed?                       1
  key_error_shape     Which body does a 401 have?                              1
  absent_method       What answers PATCH, PUT or DELETE on the known           1
                      path?
`)
  })

  it('tells that nothing was met', () => {
    expect(toText(idleReport())).toBe(`alias-sandbox report: 2 accounts, 0 calls

Etiquette                                       0 failed, 12 of 12 not exercised
  -     waits out the Retry-After of a burst 429
  -     creates nothing between a daily 429 and 00:00 UTC
  -     waits out the 30 s of a 503
  -     tries a 409 again
  -     does not loop on 403
  -     does not loop on 401
  -     passes next_cursor back as last_key, unchanged
  -     stops at the last page
  -     sends Content-Type: application/json with a body
  -     gives expires_at in seconds, not milliseconds
  -     asks for nothing that is not offered
  -     looks before it creates again after a lost response

Coverage of the document                                             0 of 15 met
  not met: created, listed, invalid_key, plan_required, plan_past_due,
  plan_canceled, outage, burst, daily_cap, collision, bad_request,
  created_with_expiry, created_single_use, listed_with_limit, listed_next_page
`)
  })

  it('breaks lines at the 80th column, and leaves out what is empty', () => {
    expect(toText(oddReport()))
      .toBe(`alias-sandbox report: account default, 1 call (3 older ones are forgotten)

Etiquette                                         1 failed, 1 of 5 not exercised
  FAIL  a title
        a | b <c> & "d"\\u0009of\\u000abell\\u0007 | <.
        Errors, 429. See req_1 req_2.
  note  a title
        nine long nine long nine long nine long nine long nine long nine long 1.
        Errors, 429. See req_1 req_2.
  note  a title
        nine long nine long nine long nine long nine long nine long nine long
        12.
        Errors, 429. See req_1 req_2.
  pass  a <b> | c
  -     a title

Coverage of the document                                              1 of 1 met
  met: created 1
`)
  })
})
