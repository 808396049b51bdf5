import { capitalized, withFullStop } from '../../../words/capitals.ts'
import { countOf, toNumber } from '../../../text/numbers.ts'
import { Cited } from '../../components/cited.tsx'
import type { Report } from '../../service/types.ts'
import { route } from '../../state/route.ts'
import { HowToMeet } from './how-to-meet.tsx'
import { linkToEntries } from './link-to-entries.ts'
import { situationOf } from './situations.ts'

type Rule = Report['etiquette'][number]
type Verdict = Rule['verdict']

/** The verdicts, the worst first, with their words and colours. */
const verdicts = {
  fail: { title: 'Broken', tone: 'refused' },
  advice: { title: 'Advice', tone: 'made-up' },
  pass: { title: 'Kept', tone: 'good' },
  not_exercised: { title: 'Not tried yet', tone: '' },
} as const satisfies Record<Verdict, object>

/** The rules of etiquette by their verdicts. */
export function Etiquette({ report }: { report: Report }) {
  const isJudged = report.etiquette.some(({ verdict }) => verdict !== 'not_exercised')
  return (
    <section aria-labelledby="etiquette">
      <h2 id="etiquette">Etiquette</h2>
      {!isJudged && <p class="hint">No rule has been tried yet.</p>}
      {(Object.keys(verdicts) as Verdict[]).map((verdict) => (
        <Rules
          key={verdict}
          verdict={verdict}
          rules={report.etiquette.filter((rule) => rule.verdict === verdict)}
        />
      ))}
    </section>
  )
}

function Rules({ verdict, rules }: { verdict: Verdict; rules: readonly Rule[] }) {
  if (rules.length === 0) return null
  const { title, tone } = verdicts[verdict]
  const id = `rules-${verdict}`
  return (
    <section aria-labelledby={id}>
      <h3 id={id} class={tone}>
        {title} ({toNumber(rules.length)})
      </h3>
      <ul class="rows">
        {rules.map((rule) => (
          <li key={rule.rule}>
            <RuleRow rule={rule} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function RuleRow({ rule: { verdict, title, why, expected, entries, ...rule } }: { rule: Rule }) {
  const situation = rule.next === undefined ? situationOf(rule.situation ?? '') : rule
  const isOpen = verdict === 'fail' || verdict === 'advice'
  const { run, account } = route.value
  return (
    <>
      <b>{capitalized(title)}</b>
      {verdict !== 'not_exercised' && (
        <p dir="auto">
          <Cited text={withFullStop(why)} {...{ run, account }} />
        </p>
      )}
      {isOpen && (
        <p class="hint">
          <Cited text={expected} {...{ run, account }} />
        </p>
      )}
      {entries.length > 0 && (
        <a href={linkToEntries({ only: entries })}>{shownBy(entries.length)}</a>
      )}
      {verdict === 'not_exercised' && situation?.next !== undefined && (
        <HowToMeet place={`rule ${rule.rule}`} situation={{ ...situation, next: situation.next }} />
      )}
    </>
  )
}

/** The most entries that a report names. */
const MAX_NAMED = 10

/** A full list may be cut. */
function shownBy(count: number): string {
  if (count >= MAX_NAMED) return `See ${count} entries that show it, for example`
  return count === 1
    ? 'See the entry that shows it'
    : `See the ${countOf(count, 'entry', 'entries')} that show it`
}
