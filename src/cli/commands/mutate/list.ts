import { doubts } from '../../../hunt/mutate/doubts.ts'
import { lies } from '../../../hunt/mutate/lies.ts'
import type { Lie } from '../../../hunt/mutate/lie.ts'
import { wrap } from '../../../text/wrap.ts'
import { tell, type Told } from '../../output/tell.ts'

/** Prints all lies, and which of them the command would meet, if that is known. */
export function tellLies(told: Told, possible?: ReadonlySet<Lie>): number {
  const rows = lies.map((lie) => ({
    ...toLieData(lie),
    ...(possible && { met: possible.has(lie) }),
  }))
  return tell(told, { lies: rows }, lies.map((lie) => toLines(lie, possible)).join('\n'))
}

/** A lie with the fields of --json. */
export function toLieData({ id, outcomes, does, harm, test, worth, doubt }: Lie) {
  return {
    id,
    outcomes,
    does: `The service ${does}.`,
    harm,
    test: `A test that notices it: ${test}`,
    worth,
    cannot_be_noticed_if: doubt ? `The client ${doubts[doubt].when}.` : null,
  }
}

function toLines(lie: Lie, possible: ReadonlySet<Lie> | undefined): string {
  const { id, does, harm, test } = toLieData(lie)
  const mark = possible && !possible.has(lie) ? ' (not met by the command)' : ''
  return [`${id}${mark}`, ...[does, harm, test].map((text) => `  ${wrap(text, 2)}`)].join('\n')
}
