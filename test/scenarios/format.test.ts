import { describe, expect, it } from 'vitest'
import { NAME } from '../../src/contract/scenario.ts'
import { parseScenario } from '../../src/scenario/parse.ts'
import { issuesOf } from '../support/issues-of.ts'

describe('a scenario file that cannot be used says where and why', () => {
  it.each([
    // words and types
    [
      'account:\n  plan: plsu',
      '2:9 account.plan: "plsu" is not one of free, plus, pro (did you mean plus?)',
    ],
    [
      'account: { billing: 5 }',
      '1:21 account.billing: 5 is not one of active, trialing, past_due, canceled',
    ],
    ['account: { trial_used: yes }', '1:24 account.trial_used: "yes" is neither true nor false'],
    ['account: plus', '1:10 account: "plus" is not an object'],
    ['account: []', '1:10 account: [] is not an object'],
    ['account:', '1:1 account: null is not an object'],
    ['choices: []', '1:10 choices: [] is not an object'],
    ['aliases: { label: x }', '1:10 aliases: {"label":"x"} is not a list'],
    ['aliases:\n  - label: x\n  - 5', '3:5 aliases[1]: 5 is not an object'],
    ['populate: -1', '1:11 populate: -1 is not a whole number from 0 to 1000000'],
    [
      'populate: "5"',
      '1:11 populate: "5" is neither a whole number from 0 to 1000000 nor an object such as {count: 250, locale: ja}',
    ],
    ['populate: {}', '1:11 populate.count: is missing'],
    ['populate: { count: -1 }', '1:20 populate.count: -1 is not a whole number from 0 to 1000000'],
    [
      'populate: { count: 5, locale: jp }',
      '1:31 populate.locale: "jp" is not one of en, de, fr, es, ja, zh_CN, ko, ar, he (did you mean ja?)',
    ],
    [
      'populate: { count: 5, locale: zh-cn }',
      '1:31 populate.locale: "zh-cn" is not one of en, de, fr, es, ja, zh_CN, ko, ar, he (did you mean zh_CN?)',
    ],
    [
      'populate: { count: 5, locale: pt }',
      '1:31 populate.locale: "pt" is not one of en, de, fr, es, ja, zh_CN, ko, ar, he',
    ],
    [
      'populate: { count: 5, seed: 1.5 }',
      '1:29 populate.seed: 1.5 is not a whole number from -2147483648 to 2147483647',
    ],
    [
      'populate: { count: 5, local: ja }',
      '1:23 populate.local: is not known (allowed: count, locale, seed, skip; did you mean locale?)',
    ],
    ['populate: 1000001', '1:11 populate: 1000001 is not a whole number from 0 to 1000000'],
    ['populate: .inf', '1:11 Infinity is not a number'],
    ['usage: { burst: .nan }', '1:17 NaN is not a number'],
    [
      'limits: { burst: never }',
      '1:18 limits.burst: "never" is neither a whole number from 0 to 1000000 nor off',
    ],
    [
      'clock: { now: 2026-02-30 }',
      '1:15 clock.now: "2026-02-30" is not an ISO time such as 2026-03-01T12:00:00Z or epoch seconds (years 1970 to 9000)',
    ],
    ['clock: { scale: 0 }', '1:17 clock.scale: 0 is not a number from 0.001 to 1000000'],
    [
      'usage: { burst_resets_in: soon }',
      '1:27 usage.burst_resets_in: "soon" is not a duration of at most 60s, which is a whole burst window',
    ],
    [
      'usage: { burst_resets_in: 1h }',
      '1:27 usage.burst_resets_in: "1h" is not a duration of at most 60s, which is a whole burst window',
    ],
    [
      'ids: { alphabet: ABC, length: 3 }',
      '1:18 ids.alphabet: "ABC" is not 1 to 36 characters of a-z and 0-9',
    ],
    ['ids: { length: 3 }', '1:6 ids.alphabet: is missing'],
    // keys
    [
      'acount: {}',
      '1:1 acount: is not known; did you mean account? (allowed: title, summary, account, usage, limits, ids, clock, aliases, populate, faults, timeline, choices, expect)',
    ],
    [
      'limits: { brust: 1 }',
      '1:11 limits.brust: is not known (allowed: burst, daily; did you mean burst?)',
    ],
    ['limits: { 1: 1 }', '1:11 limits.1: is not known (allowed: burst, daily)'],
    ['title: a\ntitle: b', '2:1 this key stands twice in one object'],
    ['{ "title": "a", "title": "b" }', '1:17 this key stands twice in one object'],
    ['? [a, b]\n: x', '1:3 this key is not a text'],
    [
      'limits: { __proto__: { burst: 1 } }',
      '1:11 limits.__proto__: is not known (no such key is allowed)',
    ],
    ['constructor: 1', '1:1 constructor: is not known (no such key is allowed)'],
    [
      'expect: [{ call: POST /v1/aliases, status: 200, body: { a: { prototype: 1 } } }]',
      '1:62 expect[0].body.a.prototype: is not known (no such key is allowed)',
    ],
    // choices, faults, aliases
    [
      'choices: { page_siez: 5 }',
      '1:12 choices.page_siez: is not a choice; did you mean page_size?',
    ],
    [
      'choices: { burn: burnt }',
      '1:18 choices.burn: "burnt" is not one of removed, suspended, burned (did you mean burned?)',
    ],
    [
      'choices: { page_size: 101 }',
      '1:23 choices.page_size: 101 is not a whole number from 1 to 100',
    ],
    ['faults: [{ times: 1 }]', '1:10 faults[0].kind: is missing'],
    [
      'aliases: [{ id: Shop }]',
      '1:17 aliases[0].id: "Shop" is not an id of 1 to 64 characters of a-z, 0-9, dot, dash and underscore',
    ],
    [
      'aliases: [{ status: burned }]',
      '1:21 aliases[0].status: "burned" is not one of active, suspended',
    ],
    // contradictions
    [
      'faults: [{ kind: outage, times: always, for: 10s }]',
      '1:33 faults[0].times: "always" and for contradict each other: leave one out',
    ],
    [
      'faults: [{ kind: collision, operation: list }]',
      '1:40 faults[0].operation: collision can only strike create, never list',
    ],
    ['aliases: [{ id: a }, { id: a }]', '1:28 aliases[1].id: "a" is that of aliases[0], too'],
    [
      'aliases: [{ suspended_reason: x }]',
      '1:31 aliases[0].suspended_reason: needs the status suspended',
    ],
    ['aliases: [{ expires_at: -1m }]', '1:25 aliases[0].expires_at: "-1m" lies in the past'],
    ['aliases: [{ created_at: +1m }]', '1:25 aliases[0].created_at: "+1m" lies in the future'],
    [
      'account: { plan: free, billing: trialing }',
      '1:33 account.billing: a trial is one of plus or pro',
    ],
    [
      'account: { billing: active, trial_ends_at: +1h }',
      '1:44 account.trial_ends_at: needs billing trialing, not active',
    ],
    [
      'account: { plan: free, renews_at: +1h }',
      '1:35 account.renews_at: needs a paid plan that is active or past_due',
    ],
    // steps
    ['timeline: [{ do: settle_invoice }]', '1:12 timeline[0].at: is missing'],
    [
      'timeline: [{ at: -1s, do: settle_invoice }]',
      '1:18 timeline[0].at: is not a time after the start such as +90s',
    ],
    ['timeline: [{ at: +1s, do: suspend_alias }]', '1:12 timeline[0].id: is missing'],
    [
      'timeline: [{ at: +1s, do: suspend_alias, id: a, idd: b }]',
      '1:49 timeline[0].idd: is not known (allowed: id, reason; did you mean id?)',
    ],
    ['expect: [5]', '1:10 expect[0]: 5 is not an object'],
    ['expect: [{ call: GET /v1/aliases }]', '1:10 expect[0].status: is missing'],
    [
      'expect: [{ call: get /v1/aliases, status: 200 }]',
      '1:18 expect[0].call: "get /v1/aliases" is not a method and a path such as POST /v1/aliases',
    ],
    [
      'expect: [{ call: "GET /v1/aliases?last_key={cursor}", status: 200 }]',
      '1:18 expect[0].call: holds a placeholder that is not one of {id}, {next_cursor}',
    ],
    [
      'expect: [{ do: populate_aliases, count: 0 }]',
      '1:41 expect[0].count: 0 is not a whole number from 1 to 1000000',
    ],
    // not YAML, or more YAML than is needed
    [
      'account: { plan: plus\nfoo',
      '2:1 Flow map in block collection must be sufficiently indented and end with a }',
    ],
    ['{ "title": "a",, }', '1:16 Unexpected , in flow map'],
    ['title: a\n---\ntitle: b', '2:1 a second document begins; a scenario file holds one'],
    ['title: &a x', '1:11 anchors and aliases are not allowed'],
    ['title: *a', '1:8 anchors and aliases are not allowed'],
    [
      'account: { <<: { plan: pro } }',
      '1:12 account.<<: is not known (allowed: plan, billing, cycle, key, card, trial_used, trial_ends_at, renews_at)',
    ],
    ['title: !!str 5', '1:14 tags such as tag:yaml.org,2002:str are not allowed'],
    [
      'aliases: [{ label: !!binary aGk= }]',
      '1:29 tags such as tag:yaml.org,2002:binary are not allowed',
    ],
    // not an object
    ['null', '1:1 null is not an object'],
    ['[]', '1:1 [] is not an object'],
    ['42', '1:1 42 is not an object'],
  ])('%j', (text, expected) => {
    expect(issuesOf(text)[0]).toBe(`s.yaml:${expected}`)
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\n'],
    ['a comment', '# soon\n'],
  ])('that holds %s is empty', (_what, text) => {
    expect(issuesOf(text)).toEqual(['s.yaml: is empty'])
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
      's.yaml:2:1 titel:',
      's.yaml:3:18 account.plan:',
      's.yaml:3:36 account.trial_used:',
      's.yaml:4:11 aliases[0]:',
      's.yaml:4:16 aliases[1].labl:',
      's.yaml:5:12 choices.page_siez:',
      's.yaml:5:32 choices.burn:',
      's.yaml:6:11 populate:',
    ])
  })

  it('lists 50 issues, and says that there are more', () => {
    const lines = issuesOf(`aliases: [${'5, '.repeat(60)}]`)
    expect(lines).toHaveLength(51)
    expect(lines.at(-1)).toBe('… and perhaps more: only 50 are listed')
  })

  it.each(['my scenario.yaml', '../-x.yaml', '__proto__.yaml', 'a.b.yaml', '.yaml'])(
    'may have any name: %s',
    (file) => {
      expect(parseScenario('title: a', file).name).toMatch(NAME)
    },
  )

  it('is refused for a name of the form that the sandbox gives to accounts', () => {
    expect(issuesOf('title: a', 'plus__1.yaml')).toEqual([
      'plus__1.yaml: a scenario name does not end in __ and a number: the sandbox names accounts so',
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

  it('counts lines and columns behind a byte order mark and CRLF as an editor does', () => {
    expect(issuesOf('\uFEFFtitel: a\r\naccount: { plan: x }\r\n')).toEqual([
      expect.stringMatching(/^s\.yaml:1:1 titel/),
      expect.stringMatching(/^s\.yaml:2:18 account\.plan/),
    ])
  })

  it('keeps what looks like a template, a path or an address as text', () => {
    const summary = '${HOME} {{x}} file:///etc/passwd http://127.0.0.1/ ../../x'
    expect(parseScenario(`summary: '${summary}'`, 's.yaml').scenario.summary).toBe(summary)
  })

  it('reads off as a word and a date as a text', () => {
    const { scenario } = parseScenario(
      'limits: { burst: off }\nclock: { now: 2026-03-01 }',
      's.yaml',
    )
    expect(scenario).toEqual({ limits: { burst: 'off' }, clock: { now: '2026-03-01' } })
  })
})
