import { defaultChoices, type Choices } from '../../contract/choices/choices.ts'
import type { Alias } from './alias.ts'

/** Aliases as `/v1` writes them under one set of choices. Stores share it if all of that is the same. */
export class AliasTexts {
  readonly choices: Choices
  /** An alias never changes, and neither does its text. */
  readonly #written = new WeakMap<Alias, string>()

  constructor(choices: Choices = defaultChoices) {
    this.choices = choices
  }

  /** Returns these texts, or new ones if they would differ. */
  for(choices: Choices): AliasTexts {
    const isSame = JSON.stringify(choices) === JSON.stringify(this.choices)
    return isSame ? this : new AliasTexts(choices)
  }

  /** The alias as text: exact to the byte, keys in the order of the document's table. */
  of(alias: Alias): string {
    let text = this.#written.get(alias)
    if (text === undefined) this.#written.set(alias, (text = JSON.stringify(this.#toJson(alias))))
    return text
  }

  #toJson(alias: Alias) {
    const { choices } = this
    const isReasonShown = alias.status === 'suspended' && choices.suspended_reason !== 'absent'
    return {
      id: alias.id,
      address: `${alias.id}@${choices.domain}`,
      status: alias.status,
      created_at: alias.created_at,
      forward_count: alias.forward_count,
      note: alias.note,
      source: alias.source,
      label: alias.label,
      category: alias.category,
      single_use: alias.single_use,
      expires_at: alias.expires_at,
      replies_enabled: repliesOf(alias, choices), // left out if undefined
      suspended_reason: isReasonShown ? reasonOf(alias, choices) : undefined,
      origin: choices.extra_fields === 'one' ? 'sandbox' : undefined,
    }
  }
}

/** The value that the alias shows, where `true` stands for that of the choice `replies_value`. */
export function repliesOf(alias: Pick<Alias, 'replies_enabled'>, choices: Choices): unknown {
  if (alias.replies_enabled !== true) return alias.replies_enabled
  return choices.replies_value === 'text' ? 'enabled' : choices.replies_value
}

function reasonOf(alias: Alias, choices: Choices): unknown {
  const reason = alias.suspended_reason ?? 'manual'
  return choices.suspended_reason === 'object' ? { type: reason, detail: null } : reason
}
