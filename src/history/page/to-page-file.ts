import { pageHeader, type PageFile } from '../../contract/session/page-file.ts'
import type { Session } from '../../contract/session/session.ts'
import type { Result } from '../../results/result.ts'
import { maskText } from '../../text/mask.ts'

/** The content of a page: a result, a session, or both. */
export type PageContent = {
  result?: Omit<Result, 'data'> | undefined
  history?: Session | undefined
  /** Why it is sent. */
  note?: string | undefined
}

/** A result with the sessions of its cases, as a page carries them, without keys of other services. */
export function toPageFile({ result, history, note }: PageContent, version: string): PageFile {
  const sessions: Session[] = []
  const placeOf = (session: Session | undefined) => {
    if (session === undefined) return {}
    if (!sessions.includes(session)) sessions.push(session)
    return { session: sessions.indexOf(session) }
  }
  const whole = placeOf(history ?? result?.history)
  const told = result && {
    name: result.name,
    headline: result.headline,
    cases: result.cases.map(({ history: own, ...each }) => ({ ...each, ...placeOf(own) })),
    notes: result.notes,
    columns: result.columns,
  }
  const written_by = `alias-sandbox ${version}`
  return { ...pageHeader, written_by, ...masked({ note, result: told }), ...whole, sessions }
}

/** Also in what somebody copies: a page is made to be passed on. */
function masked(texts: object): Pick<PageFile, 'note' | 'result'> {
  const mask = (_name: string, value: unknown) =>
    typeof value === 'string' ? maskText(value) : value
  return JSON.parse(JSON.stringify(texts), mask) as Pick<PageFile, 'note' | 'result'>
}
