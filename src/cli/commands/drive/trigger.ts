import type { ActionView } from '../../../contract/control/control-shapes.ts'
import { formatValue } from '../../../contract/values/invalid-choice.ts'
import { toColumns } from '../../output/columns.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { usageError } from '../../output/failure.ts'
import { tell } from '../../output/tell.ts'
import { PROGRAM, unknownWord } from '../../output/wrong-value.ts'
import { readActions } from '../../../node/files/documents.ts'
import type { ActionArgs } from '../../args/action-args.ts'
import { argumentsOf, mainArgument, type ArgumentSchema } from '../../args/action-arguments.ts'
import { typeArguments } from '../../args/typed-arguments.ts'
import { perform } from './perform.ts'

type TriggerContext = Context<'list' | 'json' | 'account' | ConnectionOption>

/** Runs an action on an account of the running sandbox; or lists all actions, or the arguments of one, without a sandbox. */
export function runTrigger(context: TriggerContext): Promise<number> | number {
  const { options, words, actionArgs: args } = context
  const [name, value] = words
  const [flag] = Object.keys(args)
  if (name === undefined && flag !== undefined) {
    throw usageError(`trigger: missing argument <action> before --${flag}`)
  }
  const actions = readActions()
  if (name === undefined) {
    return tell(context, { actions }, toList(actions))
  }
  const action = actions.find((known) => known.name === name)
  if (!action) {
    const known = actions.map((each) => each.name)
    throw usageError(unknownWord('action', name, { known, listedBy: 'trigger --list' }))
  }
  if (options.list) {
    return tell(context, { actions: [action] }, toArgumentList(action))
  }
  return perform(context, name, typeArguments(action, withWord(action, args, value)))
}

/** The action, and its arguments with the values that they take. */
function toArgumentList(action: ActionView): string {
  const { properties, required } = argumentsOf(action)
  const rows = Object.entries(properties).map(([name, schema]): [string, string] => {
    const need = required.includes(name) ? ' (required)' : ''
    return [
      name === 'json' ? 'json=' : `--${name}`,
      `${valuesOf(schema).join(', ').replaceAll('"', '')}${need}`,
    ]
  })
  return [`${action.name}: ${action.summary}`, toColumns(rows)].join('\n').trimEnd()
}

/** Words that it may be, and the types of other values. */
function valuesOf({ type, const: only, enum: words, anyOf = [] }: ArgumentSchema): string[] {
  if (only !== undefined) return [JSON.stringify(only)]
  if (words) return words.map((word) => JSON.stringify(word))
  if (anyOf.length > 0) return [...new Set(anyOf.flatMap(valuesOf))]
  return [type ?? 'any JSON']
}

/** A word after the action is the value of its only or only required argument. @throws Failure */
function withWord(action: ActionView, args: ActionArgs, value: string | undefined): ActionArgs {
  if (value === undefined) return args
  const { name } = action
  const only = mainArgument(action)
  if (only !== undefined && args[only] === undefined) return { ...args, [only]: value }
  throw usageError(
    `trigger ${name}: unexpected argument ${formatValue(value)}; see: ${PROGRAM} trigger ${name} --list`,
  )
}

function toList(actions: readonly ActionView[]): string {
  const groups = [...new Set(actions.map(({ group }) => group))]
  return groups
    .map((group) => {
      const rows = actions
        .filter((action) => action.group === group)
        .map((action) => [action.name, `${action.summary}${flagsOf(action)}`] as const)
      return `${group}:\n${toColumns(rows)}`
    })
    .join('\n\n')
}

function flagsOf(action: ActionView): string {
  const { properties, required } = argumentsOf(action)
  const flags = Object.keys(properties).map((name) => {
    const flag = name === 'json' ? 'json=' : `--${name}`
    return required.includes(name) ? flag : `[${flag}]`
  })
  return flags.length === 0 ? '' : ` ${flags.join(' ')}`
}
