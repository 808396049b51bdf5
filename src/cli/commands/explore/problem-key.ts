import { problemKindNames } from '../../../hunt/explore/problem.ts'
import { usageError } from '../../output/failure.ts'
import { invalidValue, unknownWord } from '../../output/wrong-value.ts'

/** Checks a key of --known, which may end in `*`: `gives_up/outage/create`. @throws Failure */
export function checkProblemKey(key: string, label: string): void {
  const [kind = '', ...rest] = key.split('/')
  const known: readonly string[] = problemKindNames
  if (!known.includes(kind.replace(/\*$/, '')))
    throw usageError(unknownWord('kind', kind, { known, listedBy: 'explore --list', label }))
  if ((rest.length === 0 && !kind.endsWith('*')) || key.slice(0, -1).includes('*'))
    throw usageError(
      invalidValue(
        key,
        label,
        'the key of a problem, such as gives_up/outage/create or gives_up/*',
      ),
    )
}
