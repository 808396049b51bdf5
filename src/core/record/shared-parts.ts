import type { CheckMade, KeyCheck } from '../../contract/history/entry.ts'
import type { ChoiceId } from '../../contract/choices/choices.ts'

/**
 * The parts that entries of a sandbox share, because most calls repeat the one before: passed checks, the lists of
 * checks and choices, and the key. Saves 0.25 of the 1.4 µs that a listed page takes in the core, and 500 of the
 * 1,290 bytes of its entry.
 */
export class SharedParts {
  readonly checks = internLast<CheckMade>()
  readonly choices = internLast<ChoiceId>()
  readonly #passed = new Map<string, CheckMade>()
  #key: KeyCheck | undefined

  /** A passed check; the same object as the last time if it was passed in the same way. */
  passed(check: string, detail: string | undefined): CheckMade {
    const last = this.#passed.get(check)
    if (last !== undefined && last.detail === detail) return last
    const made = { check, passed: true, detail }
    this.#passed.set(check, made)
    return made
  }

  /** A check of a key; the same object as the last time if that was the same valid key. */
  key(check: KeyCheck): KeyCheck {
    if (check.reason || this.#key?.reason || check.bearer !== this.#key?.bearer) this.#key = check
    return this.#key
  }
}

/** Lets consecutive equal lists share one array: separate copies cost the garbage collector time. */
function internLast<Item>(): (items: Item[]) => Item[] {
  let last: Item[] | undefined
  return (items) => {
    if (last === undefined || !isSame(items, last)) last = items
    return last
  }
}

export function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false
  let same = 0
  while (same < some.length && some[same] === others[same]) same += 1
  return same === some.length
}
