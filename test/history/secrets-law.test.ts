import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore, type CoreCall } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { historyOf } from '../support/history/exported.ts'
import { runs } from '../support/runs.ts'

// Not real keys: random letters after an unused prefix, and words that only their place makes a key.
const LOOKS_LIKE_KEY = 'zq_live_8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'
const PASSWORD = 'correct horse battery staple'

/** A string of JSON as encoders write it: some escape each character, or each that is not ASCII. */
const spelled = (text: string) =>
  fc.infiniteStream(fc.nat({ max: 5 })).map((stream) => {
    const units = text.split('').map((unit) => {
      const isEscaped = stream.next().value === 0
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return isEscaped ? `\\u${code}` : JSON.stringify(unit).slice(1, -1)
    })
    return `"${units.join('')}"`
  })

const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.constantFrom('shop', 'é\u0000😀', `it is ${LOOKS_LIKE_KEY}`, LOOKS_LIKE_KEY.repeat(9)),
  fc.constantFrom('Bearer hunter2X', `{"password":"${PASSWORD}"}`, 'token=hunter2X', 'a*b'),
)
const anyNumber = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('1e5', '-0', '1.50', '012', '1e999', '12345678901234567890', '1.2.3'),
)
const name = fc.constantFrom('label', 'note', 'source', 'expires_at', 'single_use', 'x')
const secretName = fc.constantFrom('password', 'api_key', 'x-auth-token', 'secret')

const { body } = fc.letrec<{ value: string; secret: string; field: string; body: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      anyText.chain(spelled),
      anyNumber,
      fc.constantFrom('true', 'null', '"a\\d"', '"a\nb"'),
      fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
      tie('body'),
    ),
    secret: fc.oneof(
      { maxDepth: 3 },
      spelled(PASSWORD),
      spelled(LOOKS_LIKE_KEY),
      fc.constantFrom('86753091', '8.6753091e7', `"${PASSWORD}\\d"`, `"${PASSWORD}\n"`),
      fc.array(tie('secret'), { minLength: 1, maxLength: 3 }).map((items) => `[${items.join()}]`),
      fc.tuple(tie('secret'), tie('secret')).map(([one, two]) => `{"a":${one},"b" : [${two}]}`),
    ),
    field: fc.oneof(
      fc.tuple(name.chain(spelled), tie('value')).map((pair) => pair.join(': ')),
      fc.tuple(secretName.chain(spelled), tie('secret')).map((pair) => pair.join(':')),
    ),
    body: fc.array(tie('field'), { maxLength: 4 }).map((fields) => `{${fields.join(',')}}`),
  }),
)

const encoded = anyText.map((text) => encodeURIComponent(text))
const query = fc
  .array(fc.tuple(fc.oneof(name, secretName, fc.constantFrom('limit', 'last_key')), encoded), {
    maxLength: 3,
  })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))

const calls = fc.oneof(
  body.map((text): CoreCall => ({ body: text })),
  fc
    .tuple(body, fc.nat({ max: 200 }))
    .map(([text, length]): CoreCall => ({ body: text.slice(0, length) })),
  query.map((text): CoreCall => ({ method: 'GET', query: text })),
  fc.constant<CoreCall>({ method: 'GET' }),
)

it('a file of any calls has no key of another service, and its replay gives equal answers', () => {
  const given = fc.array(calls, { minLength: 1, maxLength: 4 })
  const choices = fc.constantFrom({}, { unknown_fields: 'reject' } as const)
  fc.assert(
    fc.property(choices, given, (chosen, sent) => {
      const sandbox = coreSandbox({ choices: chosen, populate: 2 })
      for (const call of sent) callCore(sandbox, call)
      const text = JSON.stringify(historyOf(sandbox, sandbox.account('default')))
      for (const part of [LOOKS_LIKE_KEY.slice(4), PASSWORD.slice(4), '86753091', 'hunter2X'])
        expect(text).not.toContain(part)
      const { answers, equal, first } = replaySession(readSession(text, 'x.json'), sampleTexts)
      expect({ equal, first }).toEqual({ equal: answers, first: undefined })
    }),
    { numRuns: runs(1_000) },
  )
})
