import { describe, expect, it } from 'vitest'
import { actionNames } from '../../src/contract/actions.ts'
import { checkScenario } from '../../src/contract/scenario.ts'
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
    [{ do: 'suspend_alias', id: '{id}', reason: 'abuse', status: 404 }],
  ])('%j', (step) => {
    expect(refusals(step)).toEqual([])
  })
})

const noCall = 'is not a method and a path such as POST /v1/aliases'
const noMark = 'holds a placeholder that is not one of {id}, {next_cursor}'
const noStatus = 'is neither a status from 100 to 599 nor none'

describe('a step of expect cannot be', () => {
  it.each<[step: unknown, ...sentences: string[]]>([
    [null, ': null is not an object'],
    ['GET', ': "GET" is not an object'],
    [{}, '.call: is missing', '.status: is missing'],
    [{ call: 'get /', status: 200 }, `.call: "get /" ${noCall}`],
    [{ call: ' GET /', status: 200 }, `.call: " GET /" ${noCall}`],
    [{ call: 'GET v1', status: 200 }, `.call: "GET v1" ${noCall}`],
    [{ call: 'GET  /', status: 200 }, `.call: "GET  /" ${noCall}`],
    [{ call: 'GET / x', status: 200 }, `.call: "GET / x" ${noCall}`],
    [{ call: ' /', status: 200 }, `.call: " /" ${noCall}`],
    [{ call: `${'A'.repeat(21)} /`, status: 200 }, `.call: "${'A'.repeat(21)} /" ${noCall}`],
    [{ call: `${call}/{name}`, status: 200 }, `.call: ${noMark}`],
    [{ call: `${call}/{id`, status: 200 }, `.call: ${noMark}`],
    [{ call: `${call}/{id}{}`, status: 200 }, `.call: ${noMark}`],
    [{ call, status: 'some' }, `.status: "some" ${noStatus}`],
    [{ call, status: null }, `.status: null ${noStatus}`],
    [{ call, status: 99 }, '.status: 99 is not a whole number from 100 to 599'],
    [
      { call, status: 200, retry_after: 'soon' },
      '.retry_after: "soon" is neither a number of seconds nor absent',
    ],
    [
      { call, status: 200, colour: 1, has_more: 'no' },
      '.has_more: "no" is neither true nor false',
      '.colour: is not known (allowed: call, body, key, times, status, code, retry_after, aliases, has_more, alias)',
    ],
    [
      { do: 'settle' },
      `.do: "settle" is not known (did you mean settle_invoice?); allowed: ${actionNames.join(', ')}`,
    ],
    [{ do: undefined }, `.do: nothing is not one of ${actionNames.join(', ')}`],
    [{ do: 'reset', status: 500 }, '.status: 500 is not a whole number from 200 to 499'],
    [{ do: 'reset', status: 199 }, '.status: 199 is not a whole number from 200 to 499'],
    [
      { do: 'reset', status: 'none', x: 1 },
      '.status: "none" is not a whole number from 200 to 499',
    ],
    [{ do: 'reset', x: 1 }, '.x: is not known (nothing is allowed here)'],
    [
      { do: 'delete_alias', idd: 'a' },
      '.id: is missing',
      '.idd: is not known (allowed: id; did you mean id?)',
    ],
    [{ do: 'advance_clock' }, ': takes one of by, to'],
  ])('%j', (step, ...sentences) => {
    expect(refusals(step)).toEqual(sentences.map((sentence) => `expect[0]${sentence}`))
  })
})
