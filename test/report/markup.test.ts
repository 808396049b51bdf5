import { describe, expect, it } from 'vitest'
import { reportFormats } from '../../src/report-formats/formats.ts'
import { toJUnit } from '../../src/report-formats/junit.ts'
import { toMarkdown } from '../../src/report-formats/markdown.ts'
import { idleReport, livelyReport, oddReport } from '../support/core/sample-reports.ts'

describe('a report as Markdown', () => {
  it('has one table each for rules, outcomes and assumptions', () => {
    expect(toMarkdown(livelyReport())).toBe(`## alias-sandbox report

6 calls on account \`default\`.

| verdict | rule | why | document | entries |
|---|---|---|---|---|
| ❌ fail | waits for the Retry-After of a burst 429 | 1 call came too early, the first 0.0 s after a response that asked to wait 60 s. A careful client waits 60 s after req_3 before its next call with this key. | Errors, 429 burst: Retry-After | \`req_3\` \`req_4\` |
| ➖ not exercised | creates nothing between a daily 429 and 00:00 UTC | no daily 429 was received | Limits, Daily alias creation cap: resets at 00:00 UTC |  |
| ➖ not exercised | waits for the 30 s of a 503 | no 503 was received | Errors, rule 2: retrying after Retry-After |  |
| ➖ not exercised | retries a 409 | no 409 was received | Errors, 409: retry is safe |  |
| ➖ not exercised | does not loop on 403 | no 403 was received | Errors, 403: only the account’s owner can change it |  |
| ✅ pass | does not loop on 401 | no call was repeated more than once | Errors, 401: the key is invalid or revoked | \`req_5\` |
| ✅ pass | does not repeat a request that got 400 | no call was repeated more than once | Errors, 400: the request is malformed | \`req_1\` |
| ➖ not exercised | passes next_cursor back as last_key, unchanged | no page had a next_cursor | GET /v1/aliases, rule 1 |  |
| ➖ not exercised | stops at the last page | no list was read to its last page | Alias page, next_cursor: null on the last page |  |
| ➖ not exercised | sends Content-Type: application/json with a body | no creation had a body | POST /v1/aliases: Content-Type |  |
| ➖ not exercised | sends expires_at in seconds, not milliseconds | no call sent expires_at | POST /v1/aliases, expires_at: epoch seconds |  |
| ❌ fail | uses only operations that exist | 1 call used another operation, first PUT /v1/aliases. A careful client calls POST and GET /v1/aliases only. | Operations that do not exist | \`req_6\` |
| ℹ️ advice | lists aliases before it retries a lost creation | 1 lost creation retried without listing first: the alias could exist twice, and does not by luck. A careful client lists the aliases after a lost response, and creates again only what is not there. | POST /v1/aliases: each creation that is done makes one more alias | \`req_2\` \`req_3\` |

| outcome | documented | count |
|---|---|---|
| created | yes | 0 |
| listed | yes | 1 |
| invalid_key | yes | 1 |
| plan_required | yes | 0 |
| plan_past_due | yes | 0 |
| plan_canceled | yes | 0 |
| outage | yes | 0 |
| burst | yes | 1 |
| daily_cap | yes | 0 |
| collision | yes | 0 |
| bad_request | yes | 1 |
| created_with_expiry | yes | 0 |
| created_single_use | yes | 0 |
| listed_with_limit | yes | 0 |
| listed_next_page | yes | 0 |
| drop_after | no | 1 |
| method_not_allowed | no | 1 |

| assumption | question | responses |
|---|---|---|
| \`domain\` | What is the shared domain? | 2 |
| \`id_style\` | Which alphabet and length do ids have? | 2 |
| \`limit_out_of_range\` | Is limit=0 or limit=101 malformed? | 1 |
| \`list_order\` | In which order are aliases listed? | 1 |
| \`key_error_shape\` | What is the body of a 401? | 1 |
| \`absent_method\` | What is the response to PATCH, PUT or DELETE on /v1/aliases? | 1 |
`)
  })

  it('escapes text that would end a cell, and omits empty sections', () => {
    expect(toMarkdown(oddReport())).toBe(`## alias-sandbox report

1 call on account \`default\`.

| verdict | rule | why | document | entries |
|---|---|---|---|---|
| ❌ fail | a title | a \\| b \\<c\\> \\& "d"\\\\u0009of\\\\u000abell\\\\u0007 \\| \\<. A client waits. | Errors, 429 | \`req_1\` \`req_2\` |
| ℹ️ advice | a title | nine long nine long nine long nine long nine long nine long nine long 1. A client waits. | Errors, 429 | \`req_1\` \`req_2\` |
| ℹ️ advice | a title | nine long nine long nine long nine long nine long nine long nine long 12. A client waits. | Errors, 429 | \`req_1\` \`req_2\` |
| ➖ not exercised | a title | not \\<met\\> | Errors, 429 |  |
| ✅ pass | a \\<b\\> \\| c | fine | Errors, 429 | \`req_1\` \`req_2\` |

| outcome | documented | count |
|---|---|---|
| created | yes | 1 |
`)
  })

  it('counts several accounts', () => {
    expect(toMarkdown(idleReport())).toContain('\n0 calls on 2 accounts.\n')
  })
})

describe('a report as JUnit XML', () => {
  it('has one test case per rule, and no character that XML forbids', () => {
    expect(toJUnit(oddReport())).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="alias-sandbox" tests="5" failures="1" skipped="1">
  <testsuite name="etiquette" tests="5" failures="1" skipped="1">
    <testcase classname="etiquette" name="a title">
      <failure message="a | b &lt;c&gt; &amp; &quot;d&quot;\\u0009of\\u000abell\\u0007 | &lt;. A client waits.">Errors, 429. See req_1 req_2.</failure>
    </testcase>
    <testcase classname="etiquette" name="a title">
      <system-out>advice: nine long nine long nine long nine long nine long nine long nine long 1. A client waits. Errors, 429. See req_1 req_2.</system-out>
    </testcase>
    <testcase classname="etiquette" name="a title">
      <system-out>advice: nine long nine long nine long nine long nine long nine long nine long 12. A client waits. Errors, 429. See req_1 req_2.</system-out>
    </testcase>
    <testcase classname="etiquette" name="a title">
      <skipped message="not &lt;met&gt;"/>
    </testcase>
    <testcase classname="etiquette" name="a &lt;b&gt; | c"/>
  </testsuite>
</testsuites>
`)
  })
})

describe('all formats', () => {
  const formats = Object.values(reportFormats)
  /** As one line, without what a format needs around it. */
  const flat = (text: string) =>
    text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name]!)
      .replaceAll('\\', '')
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

  it.each(formats)('say what is wrong, what to do and where it shows: $type', ({ write }) => {
    const report = livelyReport()
    const text = flat(write(report))
    const broken = report.etiquette.filter(({ verdict }) => /fail|advice/.test(verdict))
    expect(broken.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'advice'])
    for (const { title, why, expected, source, entries } of broken) {
      for (const said of [title, why, expected, source, ...entries]) expect(text).toContain(said)
    }
  })
})
