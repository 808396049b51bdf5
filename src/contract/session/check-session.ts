import { historyPrefixes } from '../history/entry-types.ts'
import { scenarioEntries } from '../scenario/scenario.ts'
import {
  session,
  sessionDepth,
  sessionHeader,
  type Session,
  type SessionAccount,
} from './session.ts'
import { findOtherVersion } from '../values/file-header.ts'
import { mustBe } from '../values/invalid-choice.ts'
import {
  check,
  MAX_REPORTED,
  type Check,
  type ValidationIssue,
} from '../values/validation-issue.ts'
import { isObject } from '../../text/json-values.ts'

/** Checks a value as a session; never throws. Another format or version is named before anything else. */
export function checkSession(value: unknown): Check<Session> {
  const foreign = whyForeign(value)
  if (foreign !== undefined) return toChecked([{ path: [], message: foreign }])
  const checked = check(session, value, sessionDepth)
  if (!checked.ok) return checked
  const { accounts } = checked.value
  const found: ValidationIssue[] = []
  for (const [at, account] of accounts.entries()) {
    found.push(...under(['accounts', at], findDisorder(account)))
    if (found.length >= MAX_REPORTED) break
  }
  if (new Set(accounts.map(({ name }) => name)).size < accounts.length) {
    found.push({ path: ['accounts'], message: 'must not contain two accounts of one name' })
  }
  if (found.length > 0) return toChecked(found)
  return checked
}

/** Checks a session of a whole sandbox, which always has `default`. */
export function checkWholeSession(value: unknown): Check<Session> {
  const checked = checkSession(value)
  if (!checked.ok || checked.value.accounts.some(({ name }) => name === 'default')) return checked
  return toChecked([
    {
      path: ['accounts'],
      message: 'must have an account "default"; a session of another one is for replay',
    },
  ])
}

/** The items of an account are in their order, under ids of their type, and belong to it. */
function findDisorder({
  name,
  start,
  past = [],
  history,
}: SessionAccount): readonly ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const named = start.state?.name ?? name
  if (named !== name)
    issues.push({ path: ['start', 'state', 'name'], message: mustBe(name, named) })
  const seen = new Set<string>()
  let last = -1
  for (const [at, item] of [...past, ...history].entries()) {
    const isPast = at < past.length
    const place = isPast ? ['past', at] : ['history', at - past.length]
    const add = (field: string, message: string) =>
      issues.push({ path: [...place, field], message })
    const prefix = historyPrefixes[item.type]
    if (!new RegExp(`^${prefix}_[1-9]\\d{0,14}$`).test(item.id)) {
      add('id', mustBe(`${prefix}_ and a number`, item.id))
    } else if (seen.has(item.id)) add('id', `must be unique (${item.id} exists)`)
    const to = item.type === 'undo' && !isPast ? item.to : undefined
    if (to !== undefined && !seen.has(to)) add('to', mustBe('an earlier entry', to))
    if (item.type === 'start' && at > past.length) {
      add('type', 'must not be start but in the first entry')
    }
    if (item.order <= last) add('order', `must be greater than that of the item before (${last})`)
    if ((item.account ?? name) !== name) add('account', mustBe(name, item.account))
    seen.add(item.id)
    last = item.order
    if (issues.length >= MAX_REPORTED) break
  }
  return issues
}

function under(
  parent: ValidationIssue['path'],
  issues: readonly ValidationIssue[],
): ValidationIssue[] {
  return issues.map((issue) => ({ ...issue, path: [...parent, ...issue.path] }))
}

function toChecked(issues: readonly ValidationIssue[]): Check<Session> {
  const [first, ...rest] = issues.slice(0, MAX_REPORTED)
  return { ok: false, issues: [first!, ...rest] } // the callers have at least one
}

/** Undefined for a session of this version; follows the name of the file. */
function whyForeign(value: unknown): string | undefined {
  const fields = isObject(value) ? value : {}
  if (fields['format'] === sessionHeader.format) return findOtherVersion(value, sessionHeader)
  const isScenario = Object.keys(scenarioEntries).some((name) => Object.hasOwn(fields, name))
  return isScenario
    ? 'is a scenario, not a session of alias-sandbox'
    : 'is not a session of alias-sandbox'
}
