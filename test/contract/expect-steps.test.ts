import { describe, expect, it } from 'vitest'
import { actionNames } from '../../src/contract/actions.ts'
import { checkScenario } from '../../src/contract/scenario/scenario.ts'
import { refusalsOf } from '../support/refusals-of.ts'

const refusals = (step: unknown) => refusalsOf(checkScenario({ expect: [step] }))

const call = 'GET /v1/aliases'

describe('a step of expect can be', () => {
  it.each([
    [{ call, status: 200 }],
    [{ call: 'PROPFIND /', status: 404 }],
    [{ call: `${'A'.repeat(20)} /x?y=z#%20`, status: 100 }],
    [{ call: `${call}?last_key={next_cursor}&limit={id}`, status: 599 }],
    [{ call, status: 'none', key: 'sandbox_other', times: 10_000 }],
    [{ call, status: 429, code: '', retry_after: 'absent' }],
    [{ call, status: 503, retry_after: 86_400, has_more: false, aliases: 0 }],
    [{ call, status: 200, body: null, alias: {} }],
    [{ do: 'settle_invoice' }],
    [{ do: 'reset', status: 409 }],
    [{ do: 'advance_clock', by: '1m' }],
    [{ do: 'arm_fault', kind: 'server_error', status: 502 }],
    [{ do: 'suspend_alias', id: '{id}', reason: 'abuse', status: 404 }],
    [{ call: 'M-SEARCH /v1/aliases', status: 405, key: '{none}' }],
    [{ call, status: 200, as: 'page_1' }],
    [{ call: `${call}?last_key={page_1.next_cursor}`, status: 200 }],
    [{ do: 'delete_alias', id: '{page_1.aliases.2.id}', as: 'gone', verbatim: false }],
    [{ call, status: 400, body: '{id}', verbatim: true }],
    [{ call, status: 413, unreadable: 'too_large', headers: { 'content-type': null } }],
    [{ call, status: 400, headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' } }],
  ])('%j', (step) => {
    expect(refusals(step)).toEqual([])
  })
})

const noCall = 'must be a method and a path such as POST /v1/aliases'
const noMark = 'must have no placeholders other than {id}, {next_cursor} and {name.field}'
const noStatus = 'must be a status from 100 to 599 or "none"'

describe('a step of expect cannot be', () => {
  it.each<[step: unknown, ...sentences: string[]]>([
    [null, ' must be an object (got null)'],
    ['GET', ' must be an object (got "GET")'],
    [{}, '.call is required', '.status is required'],
    [{ call: 'get /', status: 200 }, `.call ${noCall} (got "get /")`],
    [{ call: ' GET /', status: 200 }, `.call ${noCall} (got " GET /")`],
    [{ call: 'GET v1', status: 200 }, `.call ${noCall} (got "GET v1")`],
    [{ call: 'GET  /', status: 200 }, `.call ${noCall} (got "GET  /")`],
    [{ call: 'GET / x', status: 200 }, `.call ${noCall} (got "GET / x")`],
    [{ call: ' /', status: 200 }, `.call ${noCall} (got " /")`],
    [{ call: `${'A'.repeat(21)} /`, status: 200 }, `.call ${noCall} (got "${'A'.repeat(21)} /")`],
    [{ call: `${call}/{name}`, status: 200 }, `.call ${noMark}`],
    [{ call: `${call}/{id`, status: 200 }, `.call ${noMark}`],
    [{ call: `${call}/{id}{}`, status: 200 }, `.call ${noMark}`],
    [{ call, status: 'some' }, `.status ${noStatus} (got "some")`],
    [{ call, status: null }, `.status ${noStatus} (got null)`],
    [
      { call, status: 200, as: 'id' },
      '.as must be a name from a-z, 0-9 and underscore, other than id and next_cursor (got "id")',
    ],
    [
      { call, status: 200, headers: { 'Content-Type': 'a' } },
      '.headers.Content-Type must be the name of a header in lower case (got "Content-Type")',
    ],
    [{ call, status: 99 }, '.status must be an integer from 100 to 599 (got 99)'],
    [
      { call, status: 200, retry_after: 'soon' },
      '.retry_after must be a number of seconds from 1 to 86400 or "absent" (got "soon")',
    ],
    [
      { call, status: 200, colour: 1, has_more: 'no' },
      '.has_more must be true or false (got "no")',
      ': unknown field "colour" (allowed: call, as, verbatim, body, unreadable, headers, key, times, status, code, retry_after, aliases, has_more, alias)',
    ],
    [{ do: 'settle' }, '.do must be an action (got "settle"; did you mean "settle_invoice"?)'],
    [{ do: undefined }, `.do must be one of ${actionNames.join(', ')} (got nothing)`],
    [{ do: 'reset', status: 500 }, '.status must be an integer from 200 to 499 (got 500)'],
    [{ do: 'reset', status: 199 }, '.status must be an integer from 200 to 499 (got 199)'],
    [
      { do: 'reset', status: 'none', x: 1 },
      '.status must be an integer from 200 to 499 (got "none")',
    ],
    [
      { do: 'arm_fault', kind: 'server_error', status: 503 },
      '.status must be one of 500, 502, 504 for kind server_error (got 503)',
    ],
    [{ do: 'reset', x: 1 }, ': unknown field "x" (no fields are allowed here)'],
    [
      { do: 'delete_alias', idd: 'a' },
      '.id is required',
      ': unknown field "idd" (did you mean "id"?)',
    ],
    [{ do: 'advance_clock' }, ' must contain exactly one of by, to'],
  ])('%j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(sentences.map((sentence) => `expect[0]${sentence}`))
  })
})
