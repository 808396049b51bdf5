import { defaultChoices, type Choices } from '../../contract/choices/choices.ts'
import type { Alias, TextOwner } from './alias.ts'
import { CachedTexts, listedTexts, storedTexts, toSized, type SizedText } from './text-cache.ts'

/**
 * What the texts of a store's aliases depend on besides the aliases, and their cached texts. Stores
 * share it if all of that is the same. An alias has texts of one owner at a time, so a text that was
 * written for other choices or another start is never used.
 */
export class AliasTexts implements TextOwner {
  readonly choices: Choices
  /** When the account started, in seconds. */
  readonly startedAt: number
  readonly #listed = new CachedTexts(listedTexts)
  readonly #stored = new CachedTexts(storedTexts)
  readonly #free: number[] = []
  #numbers = 0
  /** Stores of accounts of the sandbox. Without one, nothing is cached. */
  #users = 0

  constructor(choices: Choices = defaultChoices, startedAt = 0) {
    this.choices = choices
    this.startedAt = startedAt
  }

  /** The same texts, or new ones if these would differ. */
  for(choices: Choices, startedAt = this.startedAt): AliasTexts {
    const isSame = JSON.stringify(choices) === JSON.stringify(this.choices)
    return isSame && startedAt === this.startedAt ? this : new AliasTexts(choices, startedAt)
  }

  addUser(): void {
    this.#users += 1
  }

  removeUser(): void {
    this.#users -= 1
    if (this.#users > 0) return
    this.#listed.clear()
    this.#stored.clear()
  }

  createdAt({ created_at }: Pick<Alias, 'created_at'>): number {
    return created_at ?? this.startedAt
  }

  listed(alias: Alias): SizedText | undefined {
    return alias.textOwner === this ? this.#listed.get(alias.textNumber) : undefined
  }

  stored(alias: Alias): SizedText | undefined {
    return alias.textOwner === this ? this.#stored.get(alias.textNumber) : undefined
  }

  keepListed(alias: Alias, text: string): SizedText {
    const sized = toSized(text)
    if (this.#users > 0) this.#listed.keep(this.#numberOf(alias), sized)
    return sized
  }

  keepStored(alias: Alias, text: string): void {
    if (this.#users > 0) this.#stored.keepWithin(this.#numberOf(alias), toSized(text))
  }

  forget(alias: Alias): void {
    this.#listed.forget(alias.textNumber)
    this.#stored.forget(alias.textNumber)
    this.#free.push(alias.textNumber)
    alias.textOwner = null
  }

  #numberOf(alias: Alias): number {
    if (alias.textOwner !== this) {
      forgetTexts(alias)
      alias.textOwner = this
      alias.textNumber = this.#free.pop() ?? this.#numbers++
    }
    return alias.textNumber
  }
}

/** Drops the cached texts of an alias. Call it when the alias was changed or removed. */
export function forgetTexts(alias: Alias): void {
  alias.textOwner?.forget(alias)
}
