import type { ArmedFault } from '../../contract/state/state.ts'
import { shortWaits } from '../../contract/waits.ts'
import type { Account } from '../account/account.ts'
import { countingFaults, lastToEnd, waitOfBurst, waitsForEnd } from '../account/faults.ts'
import { BURST_WINDOW_MS, burstLevel, burstResetsInMs, endBurst } from '../account/limits.ts'
import { secondsToWait } from '../clock/clock.ts'
import { toIso } from '../clock/times.ts'
import { causedBy, type Call, type RefusalDetails } from './call.ts'

/**
 * Returns the wait that a burst 429 names: until the account's window resets, until that of a fault does, or until
 * the last burst fault ends that says so, whichever is later. `isOver`: is the account's window itself full?
 */
export function burstDetails(call: Call, isOver: boolean): RefusalDetails {
  const { account, faults, operation } = call
  const forcing = isOver ? null : call.appliedFault
  const counting = countingFaults(faults, 'burst', operation, forcing)
  const windowMs = isOver ? windowLeft(call) : longestWait(call, counting)
  if (forcing !== null && !waitsForEnd(forcing)) call.keepWait(forcing, waitOf(call, forcing))
  const reason = forcing === null ? fullWindow(call, windowMs) : causedBy(call)
  const last = lastToEnd(counting)
  const faultMs = last === undefined ? 0 : last.ends_at_ms - account.now
  const begun = isOver ? lastWaitOf(counting) : undefined
  if (begun && begun.wait_ends_at_ms - account.now > Math.max(windowMs, faultMs)) {
    call.appliedFault = begun
    const leftMs = begun.wait_ends_at_ms - account.now
    const { retryAfter, scaled } = waitFor(call, leftMs)
    const why = `${reason}; the wait of an armed fault ends ${moment(call, leftMs)}${scaled}`
    return { retryAfter, injected: true, why }
  }
  if (last === undefined || windowMs >= faultMs) {
    const { retryAfter, isScaled, scaled } = waitFor(call, windowMs)
    const { limits, short_waits: short } = account.state
    const injected = forcing !== null || limits.burst !== null || isScaled || short !== null
    return { retryAfter, injected, why: forcing === null ? `${reason}${scaled}` : reason }
  }
  if (isOver) call.appliedFault = last
  const { retryAfter, scaled } = waitFor(call, Math.min(faultMs, BURST_WINDOW_MS))
  const subject = last === forcing ? 'it' : 'an armed fault'
  const most = faultMs > BURST_WINDOW_MS ? '; Retry-After is never longer than the window' : ''
  const why = `${reason}; ${subject} ends ${moment(call, faultMs)}${scaled}${most}`
  return { retryAfter, injected: true, why }
}

/** How long to wait, by the faults that do not say when they end. */
function longestWait(call: Call, counting: readonly ArmedFault[]): number {
  const waits = counting.filter((fault) => !waitsForEnd(fault)).map((fault) => waitOf(call, fault))
  return Math.max(0, ...waits)
}

type Burst = ArmedFault & { wait_ends_at_ms: number }

/** The fault whose wait, which an earlier 429 told, ends last. */
function lastWaitOf(faults: readonly ArmedFault[]): Burst | undefined {
  return faults
    .filter((fault): fault is Burst => fault.wait_ends_at_ms !== undefined && !waitsForEnd(fault))
    .toSorted((a, b) => b.wait_ends_at_ms - a.wait_ends_at_ms)[0]
}

function waitOf(call: Call, fault: ArmedFault): number {
  const { account } = call
  return waitOfBurst(fault, account.now, () => shortMs(call) ?? burstResetsInMs(account))
}

/** How long the full window lasts. With short waits, the first refusal in it ends it a short wait later. */
function windowLeft(call: Call): number {
  const { account } = call
  const leftMs = burstResetsInMs(account)
  if (account.state.short_waits === null || leftMs <= inAccountMs(account, shortWaits.most)) {
    return leftMs
  }
  const endsInMs = shortMs(call)!
  endBurst(account, endsInMs)
  return endsInMs
}

/** The short wait of this answer on the account's clock, which may go faster; never longer than a window. */
function shortMs(call: Call): number | undefined {
  const seconds = call.shortWait()
  return seconds && Math.min(BURST_WINDOW_MS, inAccountMs(call.account, seconds))
}

function inAccountMs({ state: { clock } }: Account, seconds: number): number {
  return seconds * 1_000 * (clock.mode === 'running' ? clock.scale : 1)
}

function fullWindow(call: Call, leftMs: number): string {
  const { account } = call
  const { used, limit } = burstLevel(account)
  const why = account.state.short_waits === null ? '' : ', since the account has short waits'
  return `request ${used + 1} exceeds the limit of ${limit} in a window that resets ${moment(call, leftMs)}${why}`
}

/** Retry-After, and how the sentence goes on when it differs from the account's clock. */
function waitFor({ account, tense }: Call, leftMs: number) {
  const { clock } = account.state
  const retryAfter = secondsToWait(clock, leftMs)
  const isScaled = clock.mode === 'running' && clock.scale !== 1
  const scaled = isScaled ? inRealTime[tense](retryAfter) : ''
  return { retryAfter, isScaled, scaled }
}

const inRealTime = {
  past: (seconds: number) => ` of the account's clock, ${seconds} s of real time`,
  coming: () => '',
}

function moment({ now, tense }: Call, leftMs: number): string {
  return moments[tense](now, leftMs)
}

/** A prediction stays true while time passes, so it names the time and not how long it takes. */
const moments = {
  past: (_now: number, leftMs: number) => `in ${Math.ceil(leftMs / 1_000)} s`,
  coming(now: number, leftMs: number) {
    const end = toIso(Math.ceil((now + leftMs) / 1_000) * 1_000)
    const isToday = end.slice(0, 10) === toIso(now).slice(0, 10)
    return `at ${isToday ? '' : `${end.slice(0, 10)} `}${end.slice(11, 19)} UTC`
  },
}
