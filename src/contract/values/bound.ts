import { toNumber } from '../../text/numbers.ts'

/** A limit: a row of the tables in bounds.ts. */
export type Bound = {
  max: number
  unit:
    'bytes' | 'aliases' | 'levels' | 'values' | 'keys' | 'tokens' | 'entries' | 'characters' | 'ms'
  /** What is limited. */
  of: string
  /** What happens beyond the limit. */
  beyond: string
}

export const KIB = 1_024
export const MIB = 1_024 * KIB

export function bound(max: number, unit: Bound['unit'], of: string, beyond: string): Bound {
  return { max, unit, of, beyond }
}

/** `1 MiB`, `200 entries`, `15 s`. */
export function boundText({ max, unit }: Pick<Bound, 'max' | 'unit'>): string {
  if (unit === 'bytes' && max % MIB === 0) return `${max / MIB} MiB`
  if (unit === 'bytes' && max % KIB === 0) return `${max / KIB} KiB`
  if (unit === 'ms') return `${max / 1_000} s`
  return `${toNumber(max)} ${unit}`
}
