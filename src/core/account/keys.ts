import type { KeyCheck } from '../../contract/history/entry.ts'
import type { KeyRefusal } from '../../contract/refused-value.ts'
import { NAME } from '../../contract/scenario/scenario.ts'
import { hashOf } from '../random/random.ts'
import type { Account } from './account.ts'

/** The bearer token of an Authorization header, or why it has none. */
export type Bearer = { bearer: string } | { bearer: null; reason: KeyRefusal; why: string }

const BEARER = /^bearer [^\s]+$/i

/** Authentication, 1: `Bearer <key>`, scheme in any case, one space. */
export function readBearer(authorization: string | undefined): Bearer {
  if (authorization === undefined) {
    return { bearer: null, reason: 'missing', why: 'no Authorization header was sent' }
  }
  if (BEARER.test(authorization)) return { bearer: authorization.slice('bearer '.length) }
  const why = 'the Authorization header is not of the form "Bearer <key>"'
  return { bearer: null, reason: 'malformed', why }
}

/** Known authentication schemes. Any other first word may itself be the secret. */
const SCHEME = /^(bearer|basic|digest|token|apikey) /i

/** The header for the request log: the beginning and the length of the key, never the whole key. */
export function redact(authorization: string): string {
  const scheme = SCHEME.exec(authorization)?.[0] ?? ''
  const secret = authorization.slice(scheme.length)
  const prefix = secret.length > 8 ? secret.slice(0, 4) : ''
  return `${scheme}${prefix}… (${secret.length} characters)`
}

/** A mark that tells unknown keys apart and is too short to find a key by. */
export function markOf(key: string): number {
  return hashOf(key) & 0xffff
}

/** Did the call send no key at all, or nothing that can be one? */
export function isKeyMissing({ reason }: KeyCheck): boolean {
  return reason === 'missing' || reason === 'malformed'
}

/** Checks a key against the account's current key. */
export function checkKey(account: Account, bearer = account.state.key.current): KeyCheck {
  const { current, status } = account.state.key
  // `current` itself, so that no entry keeps the header of its request alive.
  if (bearer === current && status !== 'revoked') return { bearer: current }
  const reason = bearer === current ? 'revoked' : 'rotated'
  const fate = { revoked: 'was revoked', rotated: 'was rotated; a newer one replaces it' }[reason]
  return { reason, why: `this key of account ${account.name} ${fate}`, bearer }
}

/**
 * Reads a key that creates its own account: `sandbox_<scenario>` or `sandbox_<scenario>-<suffix>`.
 * Returns the names of the scenario and the account, or undefined for any other key.
 */
export function readScenarioKey(
  key: string,
  isScenario: (name: string) => boolean,
): { scenario: string; account: string } | undefined {
  if (!key.startsWith('sandbox_')) return undefined
  const account = key.slice('sandbox_'.length)
  if (!NAME.test(account)) return undefined
  if (isScenario(account)) return { scenario: account, account }
  // The longest scenario name wins, because names may contain dashes.
  for (let dash = account.lastIndexOf('-'); dash > 0; dash = account.lastIndexOf('-', dash - 1)) {
    const scenario = account.slice(0, dash)
    const suffix = account.slice(dash + 1)
    if (suffix.length > 64) return undefined
    if (/^[A-Za-z0-9-]+$/.test(suffix) && isScenario(scenario)) return { scenario, account }
  }
  return undefined
}

/** Why no account has this key. */
export function whyUnknown(bearer: string): string {
  if (bearer.startsWith('sandbox_'))
    return 'no account of this sandbox has this key, and it is not sandbox_<scenario> or sandbox_<scenario>-<suffix> (suffix: 1 to 64 characters from A-Z, a-z, 0-9 and dash)'
  return 'this is not a key of the sandbox; a key of the real service must not be sent here'
}
