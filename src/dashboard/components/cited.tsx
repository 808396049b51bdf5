import { HISTORY_ID } from '../../contract/history/entry-types.ts'
import { host } from '../state/host.ts'
import { linkTo } from '../state/route.ts'
import { LongText } from './long-text.tsx'

/** An entry by its id, after its account if that is named. It begins a word, so that long words cost no time. */
const ENTRY = new RegExp(`(?<![\\w-])((?:[\\w-]{1,64}/)?${HISTORY_ID})`)

/** Only a text from outside is longer. */
export const MAX_LINE = 2_000
type CitedProps = {
  text: string
  run: string
  /** The account of an id without one. Default: that which the run shows first. */
  account?: string
}

/** A text in which the ids of entries lead to them. */
export function Cited({ text, run, account }: CitedProps) {
  if (text.length > MAX_LINE) return <LongText text={text} />
  return (
    <>
      {text.split(ENTRY).map((piece, at) => {
        if (at % 2 === 0) return piece
        const [id = piece, name] = piece.split('/').toReversed()
        const of = name ?? account ?? host.value.firstAccount(run)
        const place = { run, account: of, screen: 'live', detail: id } as const
        return <a href={linkTo(place)}>{piece}</a>
      })}
    </>
  )
}
