import type { Case, Result, ResultPart } from '../../results/result.ts'
import type { Session } from '../../contract/session/session.ts'
import { maskText } from '../../text/mask.ts'
import {
  pageHeader,
  type PageCase,
  type PageFile,
  type PagePart,
} from '../../contract/session/page-file.ts'

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
    headline: maskText(result.headline),
    cases: result.cases.map((each) => ({ ...toPageCase(each), ...placeOf(each.history) })),
    notes: result.notes.map(toPagePart),
    ...(result.columns && { columns: [...result.columns] }),
  }
  return {
    ...pageHeader,
    written_by: `alias-sandbox ${version}`,
    ...(note !== undefined && { note: maskText(note) }),
    ...(told && { result: told }),
    ...whole,
    sessions,
  }
}

function toPageCase({
  name,
  title,
  status,
  message,
  details,
  cells,
  seconds,
  output,
}: Case): PageCase {
  return {
    name: maskText(name),
    ...(title !== undefined && { title: maskText(title) }),
    status,
    ...(message !== undefined && { message: maskText(message) }),
    ...(details && { details: details.map(toPagePart) }),
    ...(cells && { cells: cells.map((cell) => maskText(cell)) }),
    ...(seconds !== undefined && { seconds }),
    ...(output !== undefined && { output: maskText(output) }),
  }
}

/** Also in what somebody copies: a page is made to be passed on. */
function toPagePart(part: ResultPart): PagePart {
  if (typeof part === 'string') return maskText(part)
  const { as, title, lines } = part
  return {
    as,
    ...(title !== undefined && { title: maskText(title) }),
    lines: lines.map((line) => maskText(line)),
  }
}
