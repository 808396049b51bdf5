import { defaultChoices, type Choices } from '../../contract/choices/choices.ts'
import type { Alias } from './alias.ts'

/** What the texts of a store's aliases depend on besides the aliases. Stores share it if all of that is the same. */
export class AliasTexts {
  readonly choices: Choices
  /** When the account started, in seconds. */
  readonly startedAt: number

  constructor(choices: Choices = defaultChoices, startedAt = 0) {
    this.choices = choices
    this.startedAt = startedAt
  }

  /** The same texts, or new ones if these would differ. */
  for(choices: Choices, startedAt = this.startedAt): AliasTexts {
    const isSame = JSON.stringify(choices) === JSON.stringify(this.choices)
    return isSame && startedAt === this.startedAt ? this : new AliasTexts(choices, startedAt)
  }

  createdAt({ created_at }: Pick<Alias, 'created_at'>): number {
    return created_at ?? this.startedAt
  }
}
