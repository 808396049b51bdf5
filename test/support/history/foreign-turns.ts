import fc from 'fast-check'
import { actionNames } from '../../../src/contract/actions.ts'
import type { CoreCall } from '../core/core-call.ts'

/** Calls and actions as clients of other languages write them, with keys in places where none belongs. */

/** Not a real key: random letters after an unused prefix. */
export const FOREIGN_KEY = 'zqli8Kd2mXw4Lr7TnVb3Yc9HsJf6PgQe'
/** A secret that only the name of its field tells. */
export const NAMED_SECRET = 'quartz "vows" befit\\a fjord'
/** The pieces of these secrets that no file may have. */
export const foreignPieces = [FOREIGN_KEY.slice(4, 10), NAMED_SECRET.slice(14, 19), '\\\\a fjord']

const letters = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 2, arbitrary: fc.constantFrom(FOREIGN_KEY, `is ${FOREIGN_KEY}\n`, `pw=${FOREIGN_KEY}`) },
  fc.constantFrom('\ud83d', '\ude00', '😀', '\u202e', '\u2028', '"', '\\', '\n', 'é', '\0'),
  fc.constantFrom('Bearer aB3dE5gH7jK9', 'pwd=hunter22', `{"token":"${FOREIGN_KEY}"}`),
  fc.constantFrom('shop', 'Prüfungsvorbereitungsgruppentermine2026', 'a'.repeat(300)),
) // prettier-ignore
const text = fc.array(letters, { maxLength: 3 }).map((parts) => parts.join(''))

/** A string of JSON with its letters escaped or not, as one encoder or another does. */
const spelled = (texts: fc.Arbitrary<string>) =>
  fc.tuple(texts, fc.constantFrom('plain', 'ascii', 'all')).map(([value, how]) => {
    if (how === 'plain') return JSON.stringify(value)
    const isEscaped = how === 'all' ? /[\s\S]/ : /[^\x20-\x7e]|["\\]/
    const units = value.split('').map((unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return isEscaped.test(unit) ? `\\u${code}` : unit
    })
    return `"${units.join('')}"`
  })

const names = fc.oneof(
  fc.constantFrom('label', 'note', 'source', 'category', 'single_use', 'expires_at', 'LABEL', 'lable'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', ''),
  fc.constantFrom('api_key', 'token', 'x-secret', 'key', 'last_key'),
  text,
) // prettier-ignore
const numbers = fc.constantFrom('0', '-0', '1e3', '1E400', '-1e999', '1.0', '1772368000', '1772368000.0', '123456789012345678901234567890', '1e0000000000000000000000000003') // prettier-ignore
const space = fc.constantFrom('', '', '', ' ', '\n\t', '\r\n')

const { json } = fc.letrec<{ json: string; object: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: spelled(text) },
    numbers,
    fc.constantFrom('true', 'false', 'null', '"2026-03-01T12:00:00Z"'),
    tie('object'),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
  ),
  object: fc
    .array(fc.tuple(spelled(names), space, tie('json')), { maxLength: 4 })
    .map((fields) => `{${fields.map(([name, gap, value]) => `${name}${gap}:${gap}${value}`).join(',')}}`),
})) // prettier-ignore

const named = fc
  .tuple(spelled(fc.constantFrom('password', 'apiKey', 'X-Token')), spelled(fc.constant(NAMED_SECRET)))
  .chain(([name, value]) => fc.constantFrom(`{${name}:${value}}`, `[{${name} : ${value}}]`, `{"label":{${name}:${value}}}`)) // prettier-ignore

const object = json.filter((each) => each.startsWith('{'))
const bodies = fc.oneof(
  { weight: 4, arbitrary: object },
  { weight: 2, arbitrary: json },
  named,
  fc.tuple(json.filter(isKeyless), fc.nat({ max: 60 })).map(([whole, at]) => whole.slice(0, at)),
  json.map((each) => `\ufeff${each}`),
  fc.tuple(space, object, space).map((parts) => parts.join('')),
  fc.constantFrom(`label=x&api_key=${FOREIGN_KEY}`, FOREIGN_KEY, 'null', '{"label":"x",}', '{"a\nb":1}'),
  fc.constantFrom('{"note":"\\x","token":"a\tb and more"}', '{"__proto__":1,"label":"x"}'),
) // prettier-ignore

const encoded = fc
  .tuple(text, fc.boolean())
  .map(([value, isEncoded]) => (isEncoded ? percent(value) : value.replace(/[^!-~]|[#&]/g, '')))
const queries = fc
  .array(
    fc.oneof(
      fc.constantFrom('limit=2', 'limit=0', 'limit=1e3', 'limit=', 'last_key=null', 'x', '%zz=%ff'),
      fc
        .tuple(fc.constantFrom('limit', 'last_key', 'api%5Fkey', 'token', 'q', FOREIGN_KEY), encoded)
        .map((pair) => pair.join('=')),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.join('&')) // prettier-ignore

/** Half of a key does not look like one. */
function isKeyless(value: string): boolean {
  return !/zqli|\\u007a/.test(value)
}

export function percent(value: string): string {
  return encodeURIComponent(Buffer.from(value).toString())
}

export const foreignCalls: fc.Arbitrary<CoreCall> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        body: bodies,
        contentType: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
      },
      { requiredKeys: ['body'] },
    ),
  },
  { weight: 3, arbitrary: queries.map((query) => ({ method: 'GET', query })) },
  fc.tuple(encoded, queries).map(([part, query]) => ({
    method: 'GET',
    path: `/v1/aliases/${part}`,
    query,
  })),
  fc.record({ method: fc.constantFrom('PATCH', 'DELETE'), body: bodies, query: queries }),
  fc.constantFrom<CoreCall>({ body: '', unreadable: 'not_utf8' }, { unreadable: 'too_large' }),
) // prettier-ignore

/** A value as a control route reads it. */
const read = (texts: fc.Arbitrary<string>) =>
  texts.filter(isJson).map((each) => JSON.parse(each) as unknown)

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

const word = fc.oneof(text, fc.constantFrom('nope', 'pluss', 'a', FOREIGN_KEY))
export const foreignActs: fc.Arbitrary<{ action: string; input: unknown }> = fc.oneof(
  fc.record({ action: fc.constantFrom(...actionNames), input: read(bodies) }),
  fc.record({ action: word, input: read(json) }),
  word.map((scenario) => ({ action: 'load_scenario', input: { scenario } })),
  fc
    .tuple(text, json.filter(isJson))
    .map(([label, inner]) => ({
      action: 'load_scenario',
      input: { scenario: { aliases: [{ label }], title: label, ...(inner.length > 20 && { extra: JSON.parse(inner) as unknown }) } },
    })),
  fc.record({ label: text, note: text }).map((input) => ({ action: 'create_alias', input })),
  word.map((id) => ({ action: 'suspend_alias', input: { id } })),
) // prettier-ignore

export { bodies as foreignBodies, text as foreignTexts }
