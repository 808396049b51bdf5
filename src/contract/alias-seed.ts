import * as v from 'valibot'
import { aliasSeedEntries, localPart } from './actions.ts'
import { inputBounds } from './bounds.ts'
import { addIssues, type ValidationIssue } from './validation-issue.ts'
import { strictObject, list, oneOf, pattern, formatValue, string, integer } from './fields.ts'
import { moment } from './times.ts'

/** An alias that is there from the start. */
const aliasSeed = strictObject({
  id: v.optional(
    pattern(localPart, 'an id of 1 to 64 characters of a-z, 0-9, dot, dash and underscore'),
  ),
  status: v.optional(oneOf(['active', 'suspended'])),
  created_at: v.optional(moment),
  forward_count: v.optional(integer(0, 1_000_000_000)),
  ...aliasSeedEntries,
  replies_enabled: v.optional(v.union([v.boolean(), v.string(), v.number()])),
  suspended_reason: v.optional(string(1_000)),
})
export type AliasSeed = v.InferOutput<typeof aliasSeed>

/** The aliases of a scenario; what contradicts itself is refused before an account starts. */
export const aliasSeeds = v.pipe(
  list(aliasSeed, inputBounds.scenarioAliases.max),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addIssues(addIssue, dataset.value, contradictionsOf(dataset.value))
  }),
)

function contradictionsOf(seeds: readonly AliasSeed[]): ValidationIssue[] {
  const issues: ValidationIssue[] = []
  const places = new Map<string, number>()
  for (const [index, seed] of seeds.entries()) {
    if (issues.length >= inputBounds.problemsReported.max) break
    const complain = (field: keyof AliasSeed, message: string) =>
      issues.push({ path: [index, field], message })
    const { id, status, created_at: createdAt, expires_at: expiresAt } = seed
    if (id !== undefined) {
      const earlier = places.get(id)
      if (earlier !== undefined)
        complain('id', `${formatValue(id)} is that of aliases[${earlier}], too`)
      else places.set(id, index)
    }
    if (seed.suspended_reason !== undefined && status !== 'suspended') {
      complain('suspended_reason', 'needs the status suspended')
    }
    if (isRelative(createdAt, '+'))
      complain('created_at', `${formatValue(createdAt)} lies in the future`)
    if (isRelative(expiresAt, '-'))
      complain('expires_at', `${formatValue(expiresAt)} lies in the past`)
  }
  return issues
}

/** Is this a time from now, in that direction? Whether others contradict, only the clock can say. */
function isRelative(time: string | number | null | undefined, sign: '+' | '-'): boolean {
  return typeof time === 'string' && time.startsWith(sign)
}
