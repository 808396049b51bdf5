import { printable } from '../../../text/escape.ts'

/** What a reader must know to judge a result that was found in real time. */
export function realTimeNotes({
  isTravelling,
  wasTurnedOff,
  scale,
}: {
  isTravelling: boolean
  wasTurnedOff: boolean
  scale: number | undefined
}): string[] {
  if (isTravelling) return []
  const why = wasTurnedOff
    ? ''
    : ' No process of the command runs on Node.js, or on Linux in Python.'
  return [
    `Waits took real time, so fewer stories were tried.${why} --time 10m tries more, and --only duplicate,lost only what matters most.`,
    ...(scale === undefined || scale === 1 ? [] : [blurredBy(scale)]),
  ]
}

/** Retry-After shrinks with the scale, and the client waits in real time. */
function blurredBy(scale: number): string {
  const shrunk = (seconds: number) => `${Number((seconds / scale).toFixed(1))} and ${seconds} s`
  return `At --scale ${scale} a fixed wait between ${shrunk(30)} after a 503, or between ${shrunk(60)} after a 429, cannot be told apart from one that follows Retry-After.`
}

/** A client that reads one page may mean that: nobody but its user knows. */
export function onePageNotes(seen: number | undefined): string[] {
  if (seen === undefined) return []
  return [
    `It never asks for a second page: with more aliases it saw ${seen} of them, and ended well. If it should see all, that is a problem; --expect-output can check it.`,
  ]
}

/** A story says at which call something happens; a client that has changed since may make fewer calls. */
export function missedCallNotes(call: number | undefined): string[] {
  if (call === undefined) return []
  return [
    `What should happen at call ${call} did not: the client makes fewer calls now. Explore it again for a story that fits.`,
  ]
}

/** Why a story says nothing about a client: a mail of it came to no alias. */
export function lostMailText(to: string): string {
  return `explore: the mail to ${printable(to)} reached no alias in any run, so this story shows nothing about the client: the scenario needs the alias, or the draws that give it its address`
}

/** Accepted problems that were met, and entries of --known that were not: they may be repaired by now. */
export function knownNotes(met: ReadonlySet<string>, unmet: readonly string[]): string[] {
  return [
    ...(met.size > 0 ? [`Known, so not counted: ${[...met].toSorted().join(', ')}.`] : []),
    ...(unmet.length > 0 ? [`In --known, but not met: ${unmet.join(', ')}.`] : []),
  ]
}

/** Processes that the command has started on their own: ending them is up to the user. */
export function leftBehindNotes(processes: readonly string[]): string[] {
  if (processes.length === 0) return []
  const few = processes.slice(0, MAX_NAMED).join(', ')
  const more = processes.length > MAX_NAMED ? `, and ${processes.length - MAX_NAMED} more` : ''
  return [`Processes that the command left behind are still running: ${few}${more}.`]
}

const MAX_NAMED = 10
