import { tooLarge } from '../../contract/control/too-large.ts'
import type { Entry } from '../../contract/history/entry.ts'
import { limits } from '../../contract/limits.ts'
import type { SessionAccount } from '../../contract/session/session.ts'
import { knownIn } from '../../core/aliases/cursors.ts'
import { toShown } from '../../core/record/shown.ts'
import type { ReplayStep, SessionReplay } from '../../history/session/replay-session.ts'
import type { IsKnown } from '../../text/mask.ts'

/** The history of an account so far. */
type AccountText = {
  of: SessionAccount
  items: string[]
  /** The order of the last item. */
  order: number
}

/** The histories of a replay as JSON text, which grows with each step. */
export class ReplayText {
  readonly #accounts: AccountText[] = []
  #length = 0

  /** Adds what is new in the history of an account. @throws ActionError 413 */
  addNew({ of, account, entry }: ReplayStep): void {
    let written = this.#accounts.at(-1)
    if (written?.of !== of) {
      written = { of, items: [], order: orderBefore(of) }
      this.#accounts.push(written)
    }
    const isKnown = knownIn(account.aliases)
    if (entry?.replayed) this.#add(written, isKnown, entry.replayed, entry.recorded)
    if (entry) return
    for (const each of account.history.entries()) this.#add(written, isKnown, each)
  }

  #add(written: AccountText, isKnown: IsKnown, replayed: Entry, recorded?: Entry): void {
    written.order = recorded?.order ?? written.order
    const placed = withDelivery({ ...replayed, order: written.order }, recorded)
    const text = JSON.stringify(toShown(placed, isKnown))
    this.#length += text.length + 1
    if (this.#length > limits.stateBytes.value) {
      throw tooLarge('use "alias-sandbox replay"')
    }
    written.items.push(text)
  }

  /** The accounts as the pieces of a JSON array; `different` has the ids that differ. */
  pieces(different: SessionReplay['different']): string[] {
    const pieces = ['[']
    for (const { of, items } of this.#accounts) {
      if (pieces.length > 1) pieces.push(',')
      pieces.push(`{"name":${JSON.stringify(of.name)},"history":[`)
      for (const [at, item] of items.entries()) pieces.push(at === 0 ? item : `,${item}`)
      pieces.push(`],"different":${JSON.stringify(different.get(of.name) ?? [])}}`)
    }
    pieces.push(']')
    return pieces
  }
}

/** The start of an account stands in a file, or comes just before its first item. */
function orderBefore({ history: [first] }: SessionAccount): number {
  if (first?.type === 'start') return first.order
  return Math.max(0, (first?.order ?? 0) - 1)
}

/** Nothing is sent in a replay, so what tells how a call was answered is taken from the record. */
function withDelivery(replayed: Entry, recorded: Entry | undefined): Entry {
  if (replayed.type !== 'call' || recorded?.type !== 'call') return replayed
  if (replayed.id !== recorded.id) return replayed
  const { ended_at, duration_ms, client_left, held_for } = recorded
  return { ...replayed, ended_at, duration_ms, client_left, held_for }
}
