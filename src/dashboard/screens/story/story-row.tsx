import { isAction } from '../../../contract/history/entry-types.ts'
import type { ComponentChildren } from 'preact'
import { Code } from '../../components/code.tsx'
import { Wait } from '../../components/outcome-mark.tsx'
import { originLabels, sentenceOf, targetOf, waitOf } from '../../labels/items.ts'
import { toneOf, statusLabel } from '../../labels/tones.ts'
import { toTimeOfDay } from '../../../words/times.ts'
import { linkTo, route } from '../../state/route.ts'
import { storySentence } from '../../state/travel/story-sentence.ts'
import type { RequestEntry, Entry } from '../../state/types.ts'
import { ItemMark } from './item-mark.tsx'
import { bodyText } from './matches.ts'
import type { HistoryRow } from './rows.ts'

/** The most characters of a client's text that a line shows. */
const GLIMPSE = 160

type StoryRowProps = {
  row: HistoryRow
  isTakenBack: boolean
  /** Content beside the line. */
  children?: ComponentChildren
}

/** A line of the story: when, what, and why. */
export function StoryRow({ row: { item, cause, day }, isTakenBack, children }: StoryRowProps) {
  const isOpen = route.value.detail === item.id
  const classes = [cause && 'under', isTakenBack && 'taken-back', isOpen && 'open']
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <a
        href={linkTo({ screen: 'story', detail: item.id })}
        data-entry={item.id}
        aria-current={isOpen ? 'true' : undefined}
      >
        <span class="when">
          {cause !== null && day !== null && <small>{day}</small>}
          <time>{toTimeOfDay(Date.parse(item.at))}</time>
        </span>
        <span class="mark-cell">
          <ItemMark item={item} />
        </span>
        <span class="what">
          {cause !== null && <span class="hint">then </span>}
          <What item={item} />
        </span>
        <Why item={item} isTakenBack={isTakenBack} />
        <small class="identifier id">{item.id}</small>
      </a>
      {children}
    </li>
  )
}

function What({ item }: { item: Entry }) {
  if (item.type !== 'call') {
    return (
      <>
        <bdi class={`sentence ${isAction(item) && item.refused ? 'refused' : ''}`}>
          {cut(storySentence(item))}
        </bdi>
        <Code>{nameOf(item)}</Code>
      </>
    )
  }
  return (
    <>
      <span class={`sentence ${toneOf(item.response.status)}`} title={item.outcome}>
        <b>{statusLabel(item.response.status)}</b> {sentenceOf(item)}
      </span>{' '}
      <Code>{item.outcome}</Code> <code class="target">{cut(targetOf(item))}</code>
    </>
  )
}

/** Returns the technical name of an entry. */
function nameOf(item: Exclude<Entry, RequestEntry>): string {
  if (isAction(item)) return item.action
  if (item.type === 'undo') return `before ${item.to}`
  return item.type === 'event' ? item.event : ''
}

/** Marks that tell the tester how an entry came about. */
export function Chips({ item, isTakenBack }: { item: Entry; isTakenBack: boolean }) {
  return (
    <>
      {item.type === 'call' && item.basis !== 'documented' && (
        <span class={`chip ${item.basis}`}>{item.basis}</span>
      )}
      {isAction(item) && item.unchanged && <span class="chip">no change</span>}
      {isTakenBack && <span class="chip back">taken back</span>}
    </>
  )
}

function Why({ item, isTakenBack }: { item: Entry; isTakenBack: boolean }) {
  const body = item.type === 'call' ? cut(bodyText(item.request.body)) : ''
  return (
    <span class="why">
      <Chips item={item} isTakenBack={isTakenBack} />
      {item.type === 'call' && <Wait seconds={waitOf(item)} />}
      <bdi>{cut(whyOf(item))}</bdi>
      {body !== '' && <code dir="auto">{body}</code>}
    </span>
  )
}

function whyOf(item: Entry): string {
  if (item.type === 'call') return item.why
  if (isAction(item) && item.refused) return item.refused.message
  if (!isAction(item) && item.type !== 'undo') return ''
  const who = originLabels[item.origin] ?? item.origin
  return who
}

function cut(text: string): string {
  return text.length > GLIMPSE ? `${text.slice(0, GLIMPSE)}…` : text
}
