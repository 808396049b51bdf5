import { isAction } from '../../../contract/history/entry-types.ts'
import type { ComponentChildren } from 'preact'
import { toPretty } from '../../labels/json.ts'
import { Wait } from '../../components/outcome-mark.tsx'
import { originLabels, waitOf } from '../../labels/items.ts'
import { statusLabel, toneOf } from '../../labels/tones.ts'
import { toTime } from '../../../words/times.ts'
import { linkTo } from '../../state/route.ts'
import { items, takenBack } from '../../state/story.ts'
import { storySentence } from '../../state/travel/story-sentence.ts'
import type { PerformedEntry, Entry } from '../../state/types.ts'
import { CallDetail, Reason } from './call-detail.tsx'
import { EntryActions } from './entry-actions.tsx'
import { ItemMark } from './item-mark.tsx'
import { Chips } from './story-row.tsx'

type ItemOf<Type> = Extract<Entry, { type: Type }>

/** One entry of the story: what it was, why, and what followed from it. */
export function EntryDetail({ item }: { item: Entry }) {
  return (
    <article class="card entry-detail" aria-labelledby="entry">
      <h2 id="entry" tabIndex={-1}>
        <ItemMark item={item} />{' '}
        {item.type === 'call' && <b>{statusLabel(item.response.status)} </b>}
        <bdi class={item.type === 'call' ? toneOf(item.response.status) : undefined}>
          {storySentence(item)}
        </bdi>{' '}
        {item.type === 'call' && <Wait seconds={waitOf(item)} />}
        <Chips item={item} isTakenBack={takenBack.value.has(item.order)} />
      </h2>
      <p class="hint">
        {toTime(Date.parse(item.at))} UTC · <span class="identifier">{item.id}</span>
        {item.type === 'call' && ` · ${item.duration_ms} ms`}
      </p>
      {item.type === 'call' && <Reason call={item} />}
      {isAction(item) && <ActionReason item={item} />}
      <EntryActions item={item} />
      <Content item={item} />
    </article>
  )
}

function Content({ item }: { item: Entry }) {
  switch (item.type) {
    case 'call':
      return <CallDetail call={item} />
    case 'action':
    case 'mail':
      return <ActionDetail item={item} />
    case 'event':
      return <EventDetail item={item} />
    case 'start':
      return <StartDetail item={item} />
    case 'undo':
      return <RewindDetail item={item} />
  }
}

/** Why an action did nothing. */
function ActionReason({ item }: { item: PerformedEntry }) {
  return (
    <>
      {item.type === 'mail' && item.why !== undefined && (
        <p class="why-whole">
          <bdi>{item.why}</bdi>
        </p>
      )}
      {item.refused && (
        <p class="why-whole">
          <bdi>{item.refused.message}</bdi>
        </p>
      )}
      {item.unchanged && (
        <p class="why-whole">Nothing changed: it was like that before. Undo skips this.</p>
      )}
    </>
  )
}

function ActionDetail({ item }: { item: PerformedEntry }) {
  const followed = items.value.filter((each) => each.type === 'event' && each.during === item.id)
  return (
    <>
      <Facts>
        <Fact name="Who">{originLabels[item.origin] ?? item.origin}</Fact>
        <Fact name="Action">
          <code>{item.action}</code>
        </Fact>
        {item.refused && <Fact name="Status">{item.refused.status}</Fact>}
      </Facts>
      <Json title="Arguments" value={item.arguments} none="No arguments" />
      {item.result && <Json title="Result" value={item.result} none="No result" />}
      <section aria-label="What followed">
        <h3>What followed</h3>
        {followed.length === 0 ? (
          <p class="hint">Nothing happened on the clock because of it.</p>
        ) : (
          <Links some={followed.toReversed()} />
        )}
      </section>
    </>
  )
}

function EventDetail({ item }: { item: ItemOf<'event'> }) {
  const cause = items.value.find(({ id }) => id === item.during)
  return (
    <>
      <p>
        {item.during === null
          ? 'It happened because its time had come on the account’s clock.'
          : cause?.type === 'call'
            ? 'It happened right before a call, as the scenario’s timeline says:'
            : 'It happened because an action moved the account’s clock:'}
      </p>
      {cause && <Links some={[cause]} />}
      <Facts>
        <Fact name="Event">
          <code>{item.event}</code>
        </Fact>
      </Facts>
      <Json title="Details" value={item.details} none="No details" />
    </>
  )
}

function StartDetail({ item }: { item: ItemOf<'start'> }) {
  const { mode, scale } = item.clock
  return (
    <>
      <Facts>
        <Fact name="Scenario">{item.scenario}</Fact>
        <Fact name="Clock">
          {mode === 'frozen' ? 'stopped' : scale === 1 ? 'running' : `running × ${scale}`}
        </Fact>
        <Fact name="Seed">{item.seed}</Fact>
      </Facts>
      <Json
        title="Readings that differ from the default"
        value={item.choices}
        none="None: every point that the API document leaves open has its default."
      />
    </>
  )
}

function RewindDetail({ item }: { item: ItemOf<'undo'> }) {
  const target = items.value.find(({ id }) => id === item.to)
  return (
    <>
      <p>
        The account went back to as it was before the entry below, with its clock, aliases, limits
        and keys. The story keeps what happened in between.
      </p>
      {target ? (
        <Links some={[target]} />
      ) : (
        <p class="hint">
          <span class="identifier">{item.to}</span> was dropped from the story since.
        </p>
      )}
      <Facts>
        <Fact name="Who">{originLabels[item.origin] ?? item.origin}</Fact>
      </Facts>
    </>
  )
}

function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Json({ title, value, none }: { title: string; value: unknown; none: string }) {
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {isEmpty ? (
        <p class="hint">{none}</p>
      ) : (
        <pre tabIndex={0} dir="auto">
          {toPretty(value)}
        </pre>
      )}
    </section>
  )
}

/** The most entries that a detail links to. */
const MAX_LINKS = 20

function Links({ some }: { some: readonly Entry[] }) {
  return (
    <ul class="links">
      {some.slice(0, MAX_LINKS).map((each) => (
        <li key={each.order}>
          <a href={linkTo({ screen: 'story', detail: each.id })}>
            <bdi>{storySentence(each).slice(0, 200)}</bdi>
          </a>{' '}
          <small class="identifier">{each.id}</small>
        </li>
      ))}
      {some.length > MAX_LINKS && <li class="hint">and {some.length - MAX_LINKS} more</li>}
    </ul>
  )
}
