import type { ActionView } from '../../../contract/control/control-shapes.ts'
import { formatValue, wordList } from '../../../contract/values/invalid-choice.ts'
import { quoteForShell } from '../../../text/shell.ts'
import { toColumns } from '../../output/columns.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes, usageError } from '../../output/failure.ts'
import { toPerformedText } from './performed-text.ts'
import { withSandbox } from '../../sandbox/remote.ts'
import { unknownWord } from '../../output/wrong-value.ts'
import type { ActionArgs } from '../../args/action-args.ts'
import { argumentsOf, listedActions, mainArgument } from '../../args/listed-actions.ts'
import { typeArguments } from '../../args/typed-arguments.ts'

/** Runs an action on an account of the running sandbox; without an action, lists all of them, of which no sandbox is asked. */
export function runTrigger(
  context: Context<'list' | 'json' | 'account' | ConnectionOption>,
): Promise<number> | number {
  const { io, options, words, actionArgs: args } = context
  const { account } = options
  const [name, value] = words
  const [flag] = Object.keys(args)
  if (name === undefined && flag !== undefined) {
    throw usageError(`trigger: missing argument <action> before --${flag}`)
  }
  const actions = listedActions()
  if (name === undefined || options.list) {
    io.stdout.write(options.json ? `${JSON.stringify(actions)}\n` : `${toList(actions)}\n`)
    return exitCodes.ok
  }
  const action = actions.find((known) => known.name === name)
  if (!action) {
    const known = actions.map((each) => each.name)
    throw usageError(unknownWord('action', name, { known, listedBy: 'trigger --list' }))
  }
  const typed = typeArguments(action, withWord(action, args, value, options))
  return withSandbox(context, async (client) => {
    const performed = await client.ask('POST actions/:action', {
      account,
      action: name,
      body: typed,
    })
    io.stdout.write(options.json ? `${JSON.stringify(performed)}\n` : toPerformedText(performed))
    return exitCodes.ok
  })
}

/** A word after the action is the value of its only or only required argument; otherwise the error names the flags. */
function withWord(
  action: ActionView,
  args: ActionArgs,
  value: string | undefined,
  options: object,
): ActionArgs {
  if (value === undefined) return args
  const { name } = action
  const only = mainArgument(action)
  if (only !== undefined && args[only] === undefined) return { ...args, [only]: value }
  const names = Object.entries(argumentsOf(action).properties)
    .filter(([, { type }]) => type !== 'boolean')
    .map(([each]) => each)
  // --json is an option of the command itself.
  const flags = names.map((each) =>
    each in options ? `${each}=${quoteForShell(value)}` : `--${each} ${quoteForShell(value)}`,
  )
  const hint = flags.length === 0 ? `${name} takes no arguments` : `write ${wordList(flags, 'or')}`
  throw usageError(`trigger ${name}: unexpected argument ${formatValue(value)}; ${hint}`)
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
