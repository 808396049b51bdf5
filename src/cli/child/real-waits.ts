import type { Travel } from '../../hunt/time-travel/travel.ts'

/** From here on it is told that waits took real time: a slow machine delays jumps, too. */
export const MIN_HINDERED_MS = 5_000

/** What forbids a jump. */
export const HINDRANCES =
  'a process took part that runs on neither Node.js nor Python, the command waited for an answer of another service, or it was never idle'

/** Why waits of a command took real time; undefined if they took none, as far as it is known. */
export function whyRealWaits({ hasJoined, clock: { hinderedMs } }: Travel): string | undefined {
  if (!hasJoined) return 'waits took real time: no process of the command runs on Node.js or Python'
  if (hinderedMs < MIN_HINDERED_MS) return undefined
  const seconds = Math.round(hinderedMs / 1_000)
  return `waits took real time for up to ${seconds} s: ${HINDRANCES}`
}
