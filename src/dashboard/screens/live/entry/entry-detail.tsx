import { capitalized, withFullStop } from '../../../../words/capitals.ts'
import { basisLabels } from '../../../../words/outcomes.ts'
import { reasonFor } from '../../../../words/reason.ts'
import { toTime } from '../../../../words/times.ts'
import { EntryMark } from '../../../components/entry-mark.tsx'
import { Facts } from '../../../components/facts.tsx'
import { originLabels, sentenceIn, waitOf } from '../../../labels/entries.ts'
import { toPretty } from '../../../labels/json.ts'
import { statusLabel, toneOf } from '../../../labels/tones.ts'
import type { Entry, PerformedEntry } from '../../../service/types.ts'
import { entries } from '../../../state/history.ts'
import { linkTo } from '../../../state/route.ts'
import { EntryActions } from './entry-actions.tsx'
import { MailDetail } from './mail-detail.tsx'
import { RequestDetail } from './request-detail.tsx'

type EntryOf<Type> = Extract<Entry, { type: Type }>

/** One entry of the history: what it was, why, and what followed from it. */
export function EntryDetail({ entry }: { entry: Entry }) {
  const isRequest = entry.type === 'call'
  return (
    <article aria-labelledby="entry">
      <h2 id="entry" class={isRequest ? toneOf(entry) : undefined}>
        <EntryMark entry={entry} /> {isRequest && statusLabel(entry.response.status)}{' '}
        <bdi dir="ltr">{sentenceIn(entry, entries.value)}</bdi>
      </h2>
      <p class="hint">{bylineOf(entry)}</p>
      <Reason entry={entry} />
      <EntryActions entry={entry} />
      <Content entry={entry} />
      <Followed entry={entry} />
    </article>
  )
}

/** `req_12 · 2026-03-01 12:00:00 UTC · in a test`. */
function bylineOf(entry: Entry): string {
  const parts = [entry.id, `${toTime(Date.parse(entry.at))} UTC`]
  const wait = entry.type === 'call' ? waitOf(entry) : undefined
  if (wait !== undefined) parts.push(`Retry-After ${wait}`)
  if ('origin' in entry) parts.push(originLabels[entry.origin] ?? entry.origin)
  return parts.join(' · ')
}

/** The reason for it, and its source. */
function Reason({ entry }: { entry: Entry }) {
  const said = reasonOf(entry)
  const { basis, source } = 'basis' in entry ? entry : {}
  return (
    <>
      {said !== undefined && (
        <p>
          <bdi>{withFullStop(capitalized(said))}</bdi>
        </p>
      )}
      {basis && (
        <p class="hint">
          {basisLabels[basis]}. {source}
        </p>
      )}
    </>
  )
}

function reasonOf(entry: Entry): string | undefined {
  switch (entry.type) {
    case 'call':
      return `${reasonFor(entry)}${entry.client_left ? ' The client had left before its answer was ready.' : ''}`
    case 'mail':
      return entry.refused?.message ?? entry.why
    case 'action':
      return entry.unchanged ? 'Nothing changed: it was like that before.' : entry.refused?.message
    case 'undo':
      return 'The account is as it was before that, with its clock, aliases, limits and keys. The history keeps what happened.'
    case 'event':
      return entry.during === null
        ? 'Its time had come on the account’s clock.'
        : 'It followed from the entry below.'
    default:
      return undefined
  }
}

function Content({ entry }: { entry: Entry }) {
  switch (entry.type) {
    case 'call':
      return <RequestDetail entry={entry} />
    case 'mail':
      return <MailDetail entry={entry} />
    case 'action':
      return <ActionDetail entry={entry} />
    case 'event':
      return <Json title="Details" value={entry.details} />
    case 'start':
      return <StartDetail entry={entry} />
    case 'undo':
      return null
  }
}

function ActionDetail({ entry }: { entry: PerformedEntry }) {
  return (
    <>
      <Json title="Arguments" value={entry.arguments} />
      <Json title="Result" value={entry.result} />
    </>
  )
}

function StartDetail({ entry }: { entry: EntryOf<'start'> }) {
  const { mode, scale } = entry.clock
  const clock = mode === 'frozen' ? 'stopped' : scale === 1 ? 'running' : `running × ${scale}`
  return (
    <>
      <Facts of={{ Clock: clock, Seed: entry.seed }} />
      <Json title="Choices that differ from the default" value={entry.choices} />
    </>
  )
}

/** An object as it was sent; nothing for an empty one. */
function Json({ title, value }: { title: string; value: unknown }) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <pre>{toPretty(value)}</pre>
    </section>
  )
}

/** The most entries that a detail links to. */
const MAX_LINKS = 20

/** The entries that an entry brought about, and the one that brought it about. */
function Followed({ entry }: { entry: Entry }) {
  const all = entries.value
  const cause = 'during' in entry ? all.filter(({ id }) => id === entry.during) : []
  const undone = entry.type === 'undo' ? all.filter(({ id }) => id === entry.to) : []
  const followed = all
    .filter((each) => each.type === 'event' && each.during === entry.id)
    .toReversed()
  return (
    <>
      <Links title="It followed from" some={cause} />
      <Links title="Back to before" some={undone} />
      <Links title="What followed" some={followed} />
    </>
  )
}

function Links({ title, some }: { title: string; some: readonly Entry[] }) {
  if (some.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {some.slice(0, MAX_LINKS).map((each) => (
          <li key={each.order}>
            <a href={linkTo({ detail: each.id })}>
              <bdi dir="ltr">{sentenceIn(each, entries.value).slice(0, 200)}</bdi>
            </a>
          </li>
        ))}
        {some.length > MAX_LINKS && <li class="hint">and {some.length - MAX_LINKS} more</li>}
      </ul>
    </section>
  )
}
