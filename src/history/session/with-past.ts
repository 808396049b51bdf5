import type { Entry } from '../../contract/history/entry.ts'
import type { Session } from '../../contract/session/session.ts'

/** Adds entries that the histories have dropped, to be read: they cannot be repeated. */
export function withPast(session: Session, entries: readonly Entry[]): Session {
  const accounts = session.accounts.map((account) => {
    const { name, past = [], history } = account
    const first = (past[0] ?? history[0])?.order ?? Infinity
    const dropped = entries.filter((entry) => entry.account === name && entry.order < first)
    return dropped.length === 0 ? account : { ...account, past: [...dropped, ...past] }
  })
  return { ...session, accounts }
}
