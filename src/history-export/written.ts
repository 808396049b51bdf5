import type { CallStep, ExpectStep } from '../contract/expect.ts'
import type { ShortStory } from './to-story.ts'

/** What a writer is given. */
export type Written = ShortStory & {
  account: string
  version: string
  /** Of a scenario; by default it names the account. */
  title?: string | undefined
}

/** How code refers to the named answers. */
export type Names = ReadonlyMap<string, string>
export const noNames: Names = new Map()

/** The names of the answers that later steps use. */
export function namesIn(
  steps: readonly ExpectStep[],
  toCode: (name: string, isCall: boolean) => string,
): Names {
  return new Map(
    steps.flatMap((step) =>
      typeof step.as === 'string' ? [[step.as, toCode(step.as, 'call' in step)]] : [],
    ),
  )
}

/** Where a file comes from, and what it does not tell. */
export function commentsOf({ account, version, notes }: Written): string[] {
  return [`Written by alias-sandbox ${version} from the history of account ${account}.`, ...notes]
}

/** What a step says about its answer: fields by path, with their values. */
export function factsOf(step: CallStep): [path: string, expected: unknown][] {
  const { status, code, retry_after: wait, aliases, has_more: hasMore, alias = {} } = step
  const seconds = wait === 'absent' ? null : wait === undefined ? undefined : String(wait)
  const facts: [string, unknown][] = [
    ['status', status],
    ['retry_after', seconds],
    ['body.code', code],
    ['body.has_more', hasMore],
    ...Object.entries(alias).map(([field, value]): [string, unknown] => [
      `body.alias.${field}`,
      value,
    ]),
  ]
  const known = facts.filter(([, expected]) => expected !== undefined)
  return aliases === undefined ? known : [...known, ['body.aliases', aliases]]
}
