import type { Context } from './context.ts'
import { optionRow, type OptionName } from './tables/options.ts'

/** Returns the flags among these options that were given, as the words of a command. */
export function givenFlags<Name extends OptionName>(
  { options, sourceOf }: Pick<Context<Name>, 'options' | 'sourceOf'>,
  names: readonly Name[],
): string[] {
  return names
    .filter((name) => sourceOf(name) === 'flag')
    .flatMap((name) => {
      if (optionRow(name).type === 'boolean') return [`--${name}`]
      const value: unknown = options[name]
      const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)]
      return values.flatMap((each) => [`--${name}`, each])
    })
}
