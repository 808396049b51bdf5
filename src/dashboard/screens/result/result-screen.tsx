import { useEffect } from 'preact/hooks'
import { capitalized, withFullStop } from '../../../words/capitals.ts'
import { toNumber } from '../../../text/numbers.ts'
import { shorten } from '../../../text/escape.ts'
import { route } from '../../state/route.ts'
import { Cited, MAX_LINE } from '../../components/cited.tsx'
import { LongText } from '../../components/long-text.tsx'
import type { PageCase, PagePart, PageResult } from '../../../contract/session/page-file.ts'

const groups = {
  fail: { title: 'Failed', mark: '✕', isOpen: true },
  advice: { title: 'Advice', mark: 'i', isOpen: true },
  pass: { title: 'Passed', mark: '✓', isOpen: false },
  skipped: { title: 'Skipped', mark: '–', isOpen: false },
} as const

/** The result of a command: its headline, its cases, the worst first, and its notes. */
export function ResultScreen({
  result: { name, headline, cases, notes, columns },
}: {
  result: PageResult
}) {
  const { run } = route.value
  useEffect(() => {
    // Of a page that just opens, the outcome is seen first.
    if (location.hash.startsWith('#case-')) document.getElementById(run)?.scrollIntoView()
  }, [run])
  return (
    <div class="result">
      <section aria-labelledby="headline">
        <h2 id="headline">
          {shorten(name, MAX_NAME)}:{' '}
          <span dir="auto">{withFullStop(shorten(headline, MAX_LINE))}</span>
        </h2>
      </section>
      {columns && <Compared cases={cases} columns={columns} />}
      {(Object.keys(groups) as (keyof typeof groups)[]).map((status) => (
        <Group key={status} status={status} cases={cases} />
      ))}
      {notes.length > 0 && (
        <section aria-label="Notes">
          <Parts parts={notes} run="" />
        </section>
      )}
    </div>
  )
}

type NumberedCase = { each: PageCase; number: number }

function Group({ status, cases }: { status: keyof typeof groups; cases: readonly PageCase[] }) {
  const { title, mark, isOpen } = groups[status]
  const numbered = cases.map((each, at): NumberedCase => ({ each, number: at + 1 }))
  const some = numbered.filter(({ each }) => each.status === status)
  if (some.length === 0) return null
  const isAsked = some.some(({ number }) => route.value.run === `case-${number}`)
  return (
    <details class={`cases ${status}`} open={isOpen || isAsked}>
      <summary>
        <span aria-hidden="true">{mark}</span> {title} ({toNumber(some.length)})
      </summary>
      <ul>
        {some.map((one) => (
          <CaseItem key={one.number} {...one} />
        ))}
      </ul>
    </details>
  )
}

function CaseItem({ each, number }: NumberedCase) {
  const { name, title, message, details = [], output, seconds, session } = each
  const id = `case-${number}`
  // Of a case without a session of its own, that of all.
  const run = session === undefined ? '' : id
  return (
    <li id={id} class={route.value.run === id ? 'open' : undefined}>
      <h3 dir="auto">
        {shorten(title === undefined ? name : capitalized(title), MAX_NAME)}{' '}
        {title !== undefined && <span>{shorten(name, MAX_NAME)}</span>}
      </h3>
      {message !== undefined && (
        <div dir="auto">
          <Cited text={message} run={run} />
        </div>
      )}
      <Parts parts={details} run={run} />
      {output !== undefined && output !== '' && (
        <>
          <p class="hint">It wrote last:</p>
          <LongText text={output} />
        </>
      )}
      <p class="hint">
        {session !== undefined && <a href={`#${id}//live`}>What happened in it</a>}{' '}
        <a href={`#${id}`}>{id}</a>
        {seconds !== undefined && ` · ${seconds.toFixed(1)} s`}
      </p>
    </li>
  )
}

function Parts({ parts, run }: { parts: readonly PagePart[]; run: string }) {
  return (
    <>
      {parts.map((part, at) => (
        <PartView key={at} part={part} run={run} />
      ))}
    </>
  )
}

function PartView({ part, run }: { part: PagePart; run: string }) {
  if (typeof part === 'string')
    return (
      <div dir="auto">
        <Cited text={part} run={run} />
      </div>
    )
  const { as, title, lines } = part
  return (
    <>
      {title !== undefined && <p>{shorten(title, MAX_NAME)}:</p>}
      {as === 'list' ? (
        <ul class="part-list">
          {lines.map((line, at) => (
            <li key={at} dir="auto">
              <Cited text={line} run={run} />
            </li>
          ))}
        </ul>
      ) : (
        <LongText text={lines.join('\n')} />
      )}
    </>
  )
}

/** The most of a name or a title that a line shows. */
const MAX_NAME = 300

function Compared({ cases, columns }: { cases: readonly PageCase[]; columns: readonly string[] }) {
  return (
    <section class="wide" aria-label="Comparison" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map(({ name, title, cells = [] }, at) => (
            <tr key={at}>
              <th scope="row">
                <a href={`#case-${at + 1}`}>{shorten(title ?? name, MAX_NAME)}</a>
              </th>
              {cells.map((cell, place) => (
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
