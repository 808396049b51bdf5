import { describe, expect, it } from 'vitest'
import { NAME } from '../../src/contract/scenario/scenario.ts'
import { parseScenario } from '../../src/scenario/parse.ts'
import { issuesOf } from '../support/issues-of.ts'

const nested =
  'a text that contains ": " must be in quotes, and the parts of one object must start in the same column'

describe('an invalid scenario file is refused with the place and the reason', () => {
  it.each([
    // words and types
    [
      'account:\n  plan: plsu',
      '2:9: account.plan must be one of free, plus, pro (got "plsu"; did you mean "plus"?)',
    ],
    [
      'account: { billing: 5 }',
      '1:21: account.billing must be one of active, trialing, past_due, canceled (got 5)',
    ],
    ['account: { trial_used: yes }', '1:24: account.trial_used must be true or false (got "yes")'],
    ['account: plus', '1:10: account must be an object (got "plus")'],
    ['account:', '1:1: account must be an object (got null)'],
    ['aliases: { label: x }', '1:10: aliases must be a list (got {"label":"x"})'],
    ['aliases:\n  - label: x\n  - 5', '3:5: aliases[1] must be an object (got 5)'],
    ['populate: -1', '1:11: populate must be an integer from 0 to 100000 (got -1)'],
    [
      'populate: "5"',
      '1:11: populate must be an integer from 0 to 100000 or an object such as {count: 250, locale: ja} (got "5")',
    ],
    ['populate: {}', '1:11: populate.count is required'],
    [
      'populate: { count: -1 }',
      '1:20: populate.count must be an integer from 0 to 100000 (got -1)',
    ],
    [
      'populate: { count: 5, locale: jp }',
      '1:31: populate.locale must be one of en, de, fr, ja (got "jp"; did you mean "ja"?)',
    ],
    [
      'populate: { count: 5, seed: 1.5 }',
      '1:29: populate.seed must be an integer from -2147483648 to 2147483647 (got 1.5)',
    ],
    [
      'populate: { count: 5, local: ja }',
      '1:23: populate: unknown field "local" (did you mean "locale"?)',
    ],
    ['populate: .inf', '1:11: numbers must be finite (got Infinity)'],
    ['usage: { burst: .nan }', '1:17: numbers must be finite (got NaN)'],
    [
      'clock: { now: 2026-02-30 }',
      '1:15: clock.now must be an ISO time such as 2026-03-01T12:00:00Z or epoch seconds, from 1970 to 9000 (got "2026-02-30")',
    ],
    [
      'usage: { burst_resets_in: 1h }',
      '1:27: usage.burst_resets_in must be a duration of at most 60s, the length of a burst window (got "1h")',
    ],
    // lines
    ['account:\n  plan: plus\n   billing: active', `2:9: ${nested}`],
    [
      'account:\n   plan: plus\n\n  # due\n  billing: active',
      '5:3: All mapping items must start at the same column',
    ],
    ['aliases:\n  - label: a\n     note: b', `2:12: ${nested}`],
    ['title: due: soon', `1:8: ${nested}`],
    // contradictions of the document
    ['plan: plus', '1:1: unknown field "plan" (it belongs in account)'],
    [
      'faults: [{ kind: 503 }]',
      '1:18: faults[0].kind must be a fault kind (got 503; did you mean outage?)',
    ],
    [
      'usage: { daily: 201 }',
      '1:17: usage.daily must be at most 200: the daily cap is 50 on Plus and 200 on Pro',
    ],
    [
      'aliases: [{ single_use: true, forward_count: 1 }]',
      '1:46: aliases[0].forward_count must be 0: a single-use alias is burned by its first mail',
    ],
    [
      'timeline: [{ at: +1m, do: start_trial, plan: pro }]',
      '1:27: timeline[0].do must not be start_trial: the account is on plus already',
    ],
    // keys
    ['acount: {}', '1:1: unknown field "acount" (did you mean "account"?)'],
    ['limits: { brust: 1 }', '1:11: limits: unknown field "brust" (did you mean "burst"?)'],
    ['limits: { 1: 1 }', '1:11: limits: unknown field "1" (allowed: burst, daily)'],
    ['title: a\ntitle: b', '2:1: duplicate key "title"'],
    ['{ "title": "a", "title": "b" }', '1:17: duplicate key "title"'],
    ['? [a, b]\n: x', '1:3: this key must be a string'],
    ['limits: { __proto__: { burst: 1 } }', '1:11: limits: field "__proto__" is not allowed'],
    ['constructor: 1', '1:1: field "constructor" is not allowed'],
    [
      'expect: [{ call: POST /v1/aliases, status: 200, body: { a: { prototype: 1 } } }]',
      '1:62: expect[0].body.a: field "prototype" is not allowed',
    ],
    // choices, faults, aliases
    [
      'aliases: [{ status: burned }]',
      '1:21: aliases[0].status must be one of active, suspended (got "burned")',
    ],
    // contradictions
    [
      'aliases: [{ id: a }, { id: a }]',
      '1:28: aliases[1].id must be unique (aliases[0] has "a" too)',
    ],
    [
      'account: { plan: free, billing: trialing }',
      '1:33: account.billing must not be trialing with plan free: "Plus and Pro come with one 7-day free trial per account"',
    ],
    // steps
    ['timeline: [{ do: settle_invoice }]', '1:12: timeline[0].at is required'],
    [
      'timeline: [{ at: +1s, do: suspend_alias, id: a, idd: b }]',
      '1:49: timeline[0]: unknown field "idd" (did you mean "id"?)',
    ],
    [
      'expect: [{ do: populate_aliases, count: 0 }]',
      '1:41: expect[0].count must be an integer from 1 to 100000 (got 0)',
    ],
    [
      'expect: [{ mail: { to: nowhere } }]',
      '1:24: expect[0].mail.to must be an address such as shop@alias-sandbox.example (got "nowhere")',
    ],
    [
      'expect: [{ mail: { count: 201 } }]',
      '1:27: expect[0].mail.count must be an integer from 0 to 200 (got 201)',
    ],
    [
      'expect: [{ mail: { subjet: a } }]',
      '1:20: expect[0].mail: unknown field "subjet" (did you mean "subject"?)',
    ],
    ['expect: [{ mail: 3 }]', '1:18: expect[0].mail must be an object (got 3)'],
    // not YAML, or YAML features that are not allowed
    [
      'account: { plan: plus\nfoo',
      '2:1: Flow map in block collection must be sufficiently indented and end with a }',
    ],
    [
      'expect: [{ call: GET /v1/aliases, status: 403, code: plan_pastdue }]',
      '1:54: expect[0].code must be one of plan_canceled, plan_past_due, plan_required, invalid_key (got "plan_pastdue"; did you mean "plan_past_due"?)',
    ],
    ['{ "title": "a",, }', '1:16: Unexpected , in flow map'],
    [
      'title: a\n---\ntitle: b',
      '2:1: a scenario file must contain one YAML document (a second one starts here)',
    ],
    ['title: &a x', '1:11: anchors and aliases are not allowed'],
    ['title: *a', '1:8: anchors and aliases are not allowed'],
    [
      'account: { <<: { plan: pro } }',
      '1:12: account: unknown field "<<" (allowed: plan, billing, cycle, key, card, trial_used, trial_ends_at, renews_at)',
    ],
    ['title: !!str 5', '1:14: tags such as tag:yaml.org,2002:str are not allowed'],
    [
      'aliases: [{ label: !!binary aGk= }]',
      '1:29: tags such as tag:yaml.org,2002:binary are not allowed',
    ],
    // not an object
    ['null', '1:1: scenario must be an object (got null)'],
  ])('%j', (text, expected) => {
    expect(issuesOf(text)[0]).toBe(`s.yaml:${expected}`)
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\n'],
    ['a comment', '# soon\n'],
  ])('that holds %s is empty', (_what, text) => {
    expect(issuesOf(text)).toEqual(['s.yaml: the file is empty'])
  })

  it('lists every issue in the order of the text', () => {
    const text = `
titel: x
account: { plan: plsu, trial_used: maybe }
aliases: [5, { labl: x }]
choices: { page_siez: 5, burn: burnt }
populate: 1.5
`
    const places = issuesOf(text).map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(places).toEqual([
      's.yaml:2:1: unknown',
      's.yaml:3:18: account.plan',
      's.yaml:3:36: account.trial_used',
      's.yaml:4:11: aliases[0]',
      's.yaml:4:16: aliases[1]:',
      's.yaml:5:12: choices:',
      's.yaml:5:32: choices.burn',
      's.yaml:6:11: populate',
    ])
  })

  it('lists 50 issues, and says that there are more', () => {
    const lines = issuesOf(`aliases: [${'5, '.repeat(60)}]`)
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('(only the first 50 problems are listed)')
  })

  it.each(['my scenario.yaml', '../-x.yaml', '__proto__.yaml', 'a.b.yaml', '.yaml'])(
    'may have any name: %s',
    (file) => {
      expect(parseScenario('title: a', file).name).toMatch(NAME)
    },
  )

  it('is refused if its name looks like a generated account name', () => {
    expect(issuesOf('title: a', 'plus__1.yaml')).toEqual([
      'plus__1.yaml: a scenario name must not end in __ and a number (reserved for generated account names)',
    ])
    expect(issuesOf('title: a', 'plus_1__a.yaml')).toEqual([])
  })
})

describe('a valid scenario file', () => {
  it.each([
    ['with a byte order mark', '\uFEFFtitle: a\naccount: { plan: pro }\n'],
    ['with CRLF', 'title: a\r\naccount:\r\n  plan: pro\r\n'],
    ['without a last newline', 'title: a\naccount: { plan: pro }'],
    ['with a document start', '---\ntitle: a\naccount: { plan: pro }\n'],
    [
      'as JSON, indented with tabs',
      '{\n\t"title": "a",\n\t"account": {\n\t\t"plan": "pro"\n\t}\n}',
    ],
  ])('%s', (_how, text) => {
    expect(parseScenario(text, 'dir/s.yaml')).toEqual({
      name: 's',
      scenario: { title: 'a', account: { plan: 'pro' } },
    })
  })

  it('counts lines and columns as an editor does, with a byte order mark or CRLF', () => {
    expect(issuesOf('\uFEFFtitel: a\r\naccount: { plan: x }\r\n')).toEqual([
      expect.stringMatching(/^s\.yaml:1:1: unknown field "titel"/),
      expect.stringMatching(/^s\.yaml:2:18: account\.plan/),
    ])
  })

  it('treats templates, paths and addresses as plain text', () => {
    const summary = '${HOME} {{x}} file:///etc/passwd http://127.0.0.1/ ../../x'
    expect(parseScenario(`summary: '${summary}'`, 's.yaml').scenario.summary).toBe(summary)
  })

  it('reads off and dates as text', () => {
    const { scenario } = parseScenario(
      'limits: { burst: off }\nclock: { now: 2026-03-01 }',
      's.yaml',
    )
    expect(scenario).toEqual({ limits: { burst: 'off' }, clock: { now: '2026-03-01' } })
  })
})
