import { limits } from '../limits.ts'
import * as v from 'valibot'
import { checkSession } from './check-session.ts'
import { sessionDepth, type Session } from './session.ts'
import { sampleLocales, type SampleLocale } from '../scenario/sample-data.ts'
import { expecting, integer, items, list, oneOf, strictObject } from '../values/fields.ts'
import { findOtherVersion, headerFields } from '../values/file-header.ts'
import { check, formatIssue, shortKey, type ValidationIssue } from '../values/validation-issue.ts'
import { parseJson } from '../values/value-limits.ts'

/** The content of a page in a file: a result, its histories, and the sample texts of their aliases. */

/** The fields that the content of every page begins with. */
export const pageHeader = { format: 'alias-sandbox-page', version: 1 } as const

const text = v.string(expecting('a string'))
const place = integer(0, Number.MAX_SAFE_INTEGER)

const part = v.union([
  text,
  strictObject({
    as: oneOf(['list', 'output', 'code']),
    title: v.optional(text),
    lines: items(text),
  }),
])

const pageCase = strictObject({
  name: text,
  title: v.optional(text),
  status: oneOf(['pass', 'fail', 'advice', 'skipped']),
  message: v.optional(text),
  details: v.optional(items(part)),
  cells: v.optional(items(text)),
  seconds: v.optional(v.number(expecting('a number'))),
  output: v.optional(text),
  /** Its session, by its place among `sessions`. */
  session: v.optional(place),
})

const result = strictObject({
  name: text,
  headline: text,
  cases: items(pageCase),
  notes: items(part),
  columns: v.optional(items(text)),
})

/** All sample texts of a locale; what is missing is that of English. */
const localeTexts = strictObject({
  label: v.optional(items(text)),
  note: v.optional(items(text)),
  source: v.optional(items(text)),
  category: v.optional(items(text)),
})

const pageFile = strictObject({
  ...headerFields(pageHeader),
  written_by: text,
  /** Why the page is sent, from its sender. */
  note: v.optional(text),
  result: v.optional(result),
  /** The session that belongs to no case in particular, by its place among `sessions`. */
  session: v.optional(place),
  /** Each is a session, and checked as one. */
  sessions: list(v.unknown(), limits.accounts.value),
  /** The sample texts of English, and of the locales in its sessions. */
  sample_texts: v.optional(v.record(oneOf(sampleLocales), localeTexts, expecting('an object'))),
})

export type PageFile = Omit<v.InferOutput<typeof pageFile>, 'sessions'> & { sessions: Session[] }
export type PageResult = v.InferOutput<typeof result>
export type PageCase = v.InferOutput<typeof pageCase>
export type PagePart = v.InferOutput<typeof part>
export type LocaleTexts = v.InferOutput<typeof localeTexts>
/** By locale. */
export type PageTexts = { readonly [Each in SampleLocale]?: LocaleTexts }

/** The content is no page file; the message says why. */
export class PageFileError extends Error {}

/**
 * Reads what a page carries. Anybody can have changed it, so that it is checked like a file from outside.
 * @throws PageFileError
 */
export function readPageFile(json: string): PageFile {
  const parsed = parseJson(json, sessionDepth)
  if (!parsed.ok) throw new PageFileError(`the content ${shortKey(parsed.problem)}`)
  return checkPageFile(parsed.value)
}

/** @throws PageFileError */
function checkPageFile(content: unknown): PageFile {
  const other = findOtherVersion(content, pageHeader)
  if (other !== undefined) throw new PageFileError(`the content ${other}`)
  const checked = check(pageFile, content, sessionDepth)
  if (!checked.ok) throw toError(checked.issues, 'the content')
  const sessions = checked.value.sessions.map((value, at) => {
    const session = checkSession(value)
    if (session.ok) return session.value
    throw toError(session.issues, `session ${at + 1}`)
  })
  const { session: whole, result: told } = checked.value
  const named = [whole, ...(told?.cases.map(({ session }) => session) ?? [])]
  if (named.some((each) => each !== undefined && each >= sessions.length)) {
    throw new PageFileError('the content names a session that it does not have')
  }
  return { ...checked.value, sessions }
}

function toError([first]: readonly ValidationIssue[], what: string): PageFileError {
  return new PageFileError(`${what}: ${formatIssue(first!)}`)
}
