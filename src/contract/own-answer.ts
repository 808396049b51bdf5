import { limits, limitText } from './limits.ts'
import * as v from 'valibot'
import { findUnsaid } from '../text/json-values.ts'
import { expecting, recordOf } from './values/fields.ts'
import { addIssues, type ValidationIssue } from './values/validation-issue.ts'

/** The answer of the fault `answer`: any header but those of the connection, and any body. */

/** The sandbox sends these itself: they frame the response, or say the time of the account's clock. */
const ownHeaders: readonly string[] = [
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
/** Text that Node sends as Latin-1; white space at the ends is not part of a value. */
const VALUE = /^(?![\t ])[\t\x20-\x7e\x80-\xff]*(?<![\t ])$/

const value = v.union(
  [v.string(), v.number()],
  expecting('a string or a number, the value of a header'),
)

export const answerHeaders = v.pipe(
  recordOf(value),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addIssues(addIssue, dataset.value, wrongHeaders(dataset.value))
  }),
)
type AnswerHeaders = v.InferOutput<typeof answerHeaders>

function wrongHeaders(headers: AnswerHeaders): ValidationIssue[] {
  const entries = Object.entries(headers)
  const most = limits.headerLines.value
  if (entries.length > most) {
    return [{ path: [], message: `must have at most ${most} headers (got ${entries.length})` }]
  }
  const seen = new Set<string>()
  return entries.flatMap(([name, text]) => {
    const lower = name.toLowerCase()
    const message = findUnsaid(text)?.message ?? problemOf(lower, String(text), seen.has(lower))
    seen.add(lower)
    return message === undefined ? [] : [{ path: [name], message }]
  })
}

function problemOf(name: string, text: string, isRepeated: boolean): string | undefined {
  if (!NAME.test(name)) return 'must have the name of a header, such as Retry-After'
  if (ownHeaders.includes(name)) return 'must be left out: the sandbox sends this header itself'
  if (isRepeated) return 'must not be repeated in other letters'
  const most = limits.textCharacters.value
  if (name.length > most) return `must have a name of at most ${most} characters`
  if (text.length > most) return `must have at most ${most} characters`
  if (VALUE.test(text)) return undefined
  return 'must be the value of a header: one line of Latin-1 characters, without space at its ends'
}

// A function: to format the first number takes as long as a tenth of the start.
const tooLong = () => `must have at most ${limitText(limits.controlBytes)}`

export const answerBody = v.pipe(v.string(expecting('a string')), v.check(isShort, tooLong))

/** Any value; sent as JSON. */
export const answerJson = v.pipe(
  v.unknown(),
  v.rawCheck(({ dataset, addIssue }) => {
    const { value: json } = dataset
    const unsaid = findUnsaid(json)
    if (unsaid) addIssues(addIssue, Object(json), [unsaid])
    else if (!isShort(JSON.stringify(json))) addIssue({ message: tooLong })
  }),
)

function isShort(text: string): boolean {
  const max = limits.controlBytes.value
  if (text.length > max) return false
  if (text.length * 3 <= max) return true // no unit of a string has more bytes in UTF-8
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes <= max
}
