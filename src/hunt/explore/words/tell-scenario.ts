import type { Entry, RequestEntry } from '../../../contract/history/entry.ts'
import { isAction } from '../../../contract/history/entry-types.ts'
import { isSuccess } from '../../../contract/operations.ts'
import { seenIn } from '../judge/judged-run.ts'
import type { ObservedRun } from '../client.ts'
import type { Finding } from '../finding.ts'
import { toldAction } from '../../../words/actions.ts'
import { withFullStop } from '../../../words/capitals.ts'
import { answerWords, stepWords, doingWords, whenWords } from './call-words.ts'
import { startWords } from './start-words.ts'

/** The most lines of a scenario. */
const MAX_LINES = 6

/** Up to this number, entries that show a problem have a line each. */
const FEW = 3

/** A finding in three to six lines of plain words: how it starts, what happens, how it ends. */
export function tellScenario(
  finding: Pick<Finding, 'problem' | 'scenario' | 'observed'>,
): string[] {
  const { problem, scenario, observed } = finding
  const beats = toBeats(observed, problem.entries)
  const room = MAX_LINES - 2
  return [
    startWords(scenario),
    ...(beats.length <= room ? beats : shortened(beats, room)).map(({ text }) => text),
    problem.end ?? endWords(observed),
  ]
}

/** A line about one entry of the history, or about some that are alike. */
type Beat = {
  text: string
  isCited: boolean
  calls: number
  isRepeat?: boolean
  /** Is it a call that was not answered as the client expects? */
  isTrouble?: boolean
}

function toBeats(observed: ObservedRun, cited: readonly string[]): Beat[] {
  const seen = seenIn(observed)
  const entries: Entry[] = [...seen.calls, ...seen.actions].toSorted(
    (one, other) => one.order - other.order,
  )
  const earlier: RequestEntry[] = []
  const beats: Beat[] = []
  let likeBefore = ''
  for (const entry of entries) {
    const isCited = cited.includes(seen.idOf(entry))
    if (isAction(entry)) {
      const text = toldAction(entry.action, entry.arguments, entry.result)
      // Where it was refused, nothing has changed.
      if (entry.result === undefined || text === '') continue
      beats.push({ text: withFullStop(text), isCited: true, calls: 0 })
      likeBefore = ''
    } else if (entry.type === 'call') {
      const like = `${stepWords(entry, earlier)} ${entry.outcome}`
      const last = beats.at(-1)
      const isWorthALine = isCited && cited.length <= FEW
      const isLike = like === likeBefore && (last?.isRepeat || answerWords(entry) === '')
      if (last && isLike && !isWorthALine) last.calls += 1
      else
        beats.push({
          text: callWords(entry, earlier),
          isCited,
          calls: 1,
          isRepeat: like === likeBefore,
          isTrouble: answerWords(entry) !== '',
        })
      likeBefore = like
      earlier.push(entry)
    }
  }
  return beats.map((beat) =>
    beat.calls > 1
      ? { ...beat, text: `${beat.text} So it goes on${timesWords(beat.calls - 1)}.` }
      : beat,
  )
}

function timesWords(times: number): string {
  return times === 1 ? ' once more' : `, ${times} more times`
}

function callWords(call: RequestEntry, earlier: readonly RequestEntry[]): string {
  const before = earlier.at(-1)
  const when = whenWords(call, before)
  const isQuiet = before !== undefined && isSuccess(before.outcome)
  const who = before ? 'It' : 'The client'
  const doing = `${who} ${doingWords(call, earlier)}${when === '' || (isQuiet && when === 'at once') ? '' : ` ${when}`}.`
  const answer = answerWords(call)
  return answer === '' ? doing : `${doing} ${answer}`
}

/** The lines that show the problem, then those of trouble, then the first and last ones, as far as there is room. */
function shortened(beats: readonly Beat[], room: number): Beat[] {
  const byWorth = beats
    .map((beat, place) => ({ place, worth: worthOf(beat, place, beats.length) }))
    .toSorted((one, other) => other.worth - one.worth || one.place - other.place)
    .slice(0, room - 1)
    .map(({ place }) => place)
  const lines: Beat[] = []
  let isSkipped = false
  for (const [place, beat] of beats.entries()) {
    if (byWorth.includes(place)) lines.push(beat)
    else if (!isSkipped) {
      isSkipped = true
      const left = beats.length - byWorth.length
      lines.push({ text: `(${left} more steps are left out.)`, isCited: false, calls: 0 })
    }
  }
  return lines
}

function worthOf({ isCited, isTrouble }: Beat, place: number, length: number): number {
  if (isCited) return 4
  if (isTrouble) return 3
  return place === 0 || place === length - 1 ? 2 : 1
}

function endWords({ end, exitCode, signal, incomplete }: ObservedRun): string {
  if (incomplete !== undefined) return `It ends well, but: ${incomplete}`
  switch (end) {
    case 'passed':
      return 'It ends well.'
    case 'failed':
      return exitCode === undefined ? 'It fails.' : `It fails with exit code ${exitCode}.`
    case 'crashed':
      return signal === undefined ? 'It crashes.' : `It is ended by ${signal}.`
    case 'over_time':
      return 'It still runs, and is stopped.'
  }
}
