import type { HuntOptions } from '../options.ts'
import type { Problem } from '../problem.ts'
import { findCrash } from './crash.ts'
import { findDuplicates } from './duplicate.ts'
import { findEtiquette } from './etiquette.ts'
import { findAstray } from './find-astray.ts'
import { findSurrender } from './gives-up.ts'
import { findDisorder } from './disorder.ts'
import { findIncomplete } from './incomplete.ts'
import { findLeftOut, findLostFields } from './left-out.ts'
import { findEndless } from './never-ends.ts'
import { findPassedWrongly } from './passes-wrongly.ts'
import { seenIn, type JudgedRun } from './judged-run.ts'

type JudgeOptions = Pick<HuntOptions, 'kinds' | 'patience' | 'isResultChecked'>
type Judge = (run: JudgedRun) => Problem | readonly Problem[] | undefined

const judges: readonly Judge[] = [
  findEtiquette,
  findDuplicates,
  findAstray,
  findSurrender,
  findEndless,
  findPassedWrongly,
  findCrash,
  findIncomplete,
  findLeftOut,
  findLostFields,
  findDisorder,
]

/** Lists the problems of one run; each key once. */
export function judge(
  compared: Pick<JudgedRun, 'scenario' | 'observed' | 'calm' | 'inOrder' | 'plain' | 'paged'>,
  { kinds, patience, isResultChecked = false }: JudgeOptions,
): Problem[] {
  const run: JudgedRun = { ...compared, seen: seenIn(compared.observed), patience, isResultChecked }
  const found = judges.flatMap((find) => find(run) ?? []).filter(({ kind }) => kinds.has(kind))
  return [
    ...new Map(found.toReversed().map((problem) => [problem.key, problem])).values(),
  ].toReversed()
}
