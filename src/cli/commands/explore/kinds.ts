import {
  documentWords,
  problemKindNames,
  problemKinds,
  type ProblemKind,
} from '../../../hunt/explore/problem.ts'
import { troubles } from '../../../hunt/explore/scenarios/troubles.ts'
import { splitList } from '../../args/option-value.ts'
import type { Values } from '../../args/tables/options.ts'
import { usageError } from '../../output/failure.ts'
import { toColumns } from '../../output/columns.ts'
import { tell, type Told } from '../../output/tell.ts'
import { unknownWord } from '../../output/wrong-value.ts'

/** The kinds of problem that are looked for, and the kinds of trouble that scenarios are made of. */
export type Kinds = { problems: ReadonlySet<ProblemKind>; troubles: ReadonlySet<string> }

const troubleNames = troubles.map(({ name }) => name)

/**
 * Reads --only and --without. Naming kinds of one sort leaves those of the other sort as they are. @throws Failure
 */
export function readKinds({ only, without }: Values<'only' | 'without'>): Kinds {
  const named = only.flatMap((text) => splitList(text)).map((word) => known(word, '--only'))
  const left = new Set(without.flatMap(splitList).map((word) => known(word, '--without')))
  const choose = <Name extends string>(names: readonly Name[]): Set<Name> => {
    const chosen = names.filter((name) => named.includes(name))
    return new Set((chosen.length > 0 ? chosen : names).filter((name) => !left.has(name)))
  }
  const kinds = { problems: choose(problemKindNames), troubles: choose(troubleNames) }
  if (kinds.problems.size === 0) throw usageError('--without leaves no kind of problem to look for')
  return kinds
}

function known(word: string, label: string): string {
  const names: readonly string[] = [...problemKindNames, ...troubleNames]
  if (names.includes(word)) return word
  throw usageError(unknownWord('kind', word, { known: names, listedBy: 'explore --list', label }))
}

/** Prints all kinds, with the sentence of the API document that each problem stands on. */
export function tellKinds(told: Told): number {
  const problems = problemKindNames.map((name) => {
    const { title, sentence, source } = problemKinds[name]
    return { name, title, sentence, source }
  })
  const trouble = troubles.map(({ name, summary }) => ({ name, summary }))
  const text = [
    'Kinds of problem:',
    toColumns(problems.map((row) => [row.name, `It ${row.title}. ${documentWords(row)}`])),
    '',
    'Kinds of trouble:',
    toColumns(trouble.map(({ name, summary }) => [name, summary])),
    '',
    'Name them with --only or --without: --only duplicate,lost',
  ].join('\n')
  return tell(told, { problems, troubles: trouble }, text)
}
