import { limits } from '../limits.ts'
import * as v from 'valibot'
import { aliasSeedEntries, localPart } from '../actions.ts'
import { addIssues, MAX_REPORTED, type ValidationIssue } from '../values/validation-issue.ts'
import {
  formatValue,
  integer,
  list,
  mustBe,
  oneOf,
  pattern,
  plainValue,
  strictObject,
  string,
} from '../values/fields.ts'
import { moment } from '../values/times.ts'

/** An alias that exists from the start. */
const aliasSeed = strictObject({
  id: v.optional(
    pattern(localPart, 'an id of 1 to 64 characters from a-z, 0-9, dot, dash and underscore'),
  ),
  status: v.optional(oneOf(['active', 'suspended'])),
  created_at: v.optional(moment),
  forward_count: v.optional(integer(0, 1_000_000_000)),
  ...aliasSeedEntries,
  replies_enabled: v.optional(plainValue),
  suspended_reason: v.optional(string(1_000)),
})
export type AliasSeed = v.InferOutput<typeof aliasSeed>

/** The aliases of a scenario. Contradictions are rejected before an account starts. */
export const aliasSeeds = v.pipe(
  list(aliasSeed, limits.aliases.value),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addIssues(addIssue, dataset.value, contradictionsOf(dataset.value))
  }),
)

function contradictionsOf(seeds: readonly AliasSeed[]): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const places = new Map<string, number>()
  for (const [index, seed] of seeds.entries()) {
    if (issues.length >= MAX_REPORTED) break
    const addIssue = (field: keyof AliasSeed, message: string) =>
      issues.push({ path: [index, field], message })
    const { id, status, created_at: createdAt, expires_at: expiresAt } = seed
    if (id !== undefined) {
      const earlier = places.get(id)
      if (earlier !== undefined)
        addIssue('id', `must be unique (aliases[${earlier}] has ${formatValue(id)} too)`)
      else places.set(id, index)
    }
    if (seed.suspended_reason !== undefined && status !== 'suspended') {
      addIssue('suspended_reason', 'requires status "suspended"')
    }
    if (seed.single_use === true && (seed.forward_count ?? 0) > 0) {
      addIssue('forward_count', 'must be 0: a single-use alias is burned by its first mail')
    }
    if (isRelative(createdAt, '+')) addIssue('created_at', mustBe('in the past', createdAt))
    if (isRelative(expiresAt, '-')) addIssue('expires_at', mustBe('in the future', expiresAt))
  }
  return issues
}

/** Is this an offset from now with this sign? Other times can be checked only against a clock. */
function isRelative(time: string | number | null | undefined, sign: '+' | '-'): boolean {
  return typeof time === 'string' && time.startsWith(sign)
}
