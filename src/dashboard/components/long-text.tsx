import { useState } from 'preact/hooks'
import { toNumber } from '../../text/numbers.ts'

const MAX_LINES = 60
const MAX_CHARACTERS = 4_000

/** A text of any length: a long one is cut, with a button for the rest. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const start = startOf(text)
  const isLong = start.length < text.length
  return (
    <>
      <pre>{isWhole || !isLong ? text : `${start}\n…`}</pre>
      {isLong && (
        <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${toNumber(text.length)} characters`}
        </button>
      )}
    </>
  )
}

function startOf(text: string): string {
  const short = text.slice(0, MAX_CHARACTERS).split('\n').slice(0, MAX_LINES).join('\n')
  return short.length < text.length ? short.replace(/[\uD800-\uDBFF]$/, '') : text
}
