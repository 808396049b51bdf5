import type { ActionView } from '../client/client.ts'
import { notOneOf } from '../contract/not-one-of.ts'
import { printable } from '../text/escape.ts'
import { toColumns } from './columns.ts'
import type { Context } from './context.ts'
import { exitCodes, usageError } from './failure.ts'
import { toPerformedText } from './performed-text.ts'
import { populateInSlices } from './populate.ts'
import { withSandbox } from './remote.ts'
import { typeArguments } from './typed-arguments.ts'

/** Performs an action on an account of the running sandbox; without one, lists what there is. */
export function runTrigger(context: Context): Promise<number> {
  const { io, options, words, given } = context
  const [name] = words
  return withSandbox(context, async (client, account) => {
    const actions = await client.actions()
    if (name === undefined) {
      const flag = Object.keys(given)[0]
      if (flag !== undefined) throw usageError(`trigger: --${flag} stands without an action`)
      io.stdout.write(options.json ? `${JSON.stringify(actions)}\n` : `${toList(actions)}\n`)
      return exitCodes.ok
    }
    const action = actions.find((known) => known.name === name)
    if (!action) {
      const names = actions.map((known) => known.name)
      throw usageError(`trigger: ${notOneOf(name, names)}`)
    }
    const typed = typeArguments(name, action.arguments, given)
    const performed =
      name === 'populate_aliases'
        ? await populateInSlices(client, account, action, typed, io)
        : await client.perform(account, name, typed)
    io.stdout.write(options.json ? `${JSON.stringify(performed)}\n` : toPerformedText(performed))
    return exitCodes.ok
  })
}

function toList(actions: readonly ActionView[]): string {
  const groups = [...new Set(actions.map(({ group }) => group))]
  return groups
    .map((group) => {
      const rows = actions
        .filter((action) => action.group === group)
        .map(
          ({ name, summary, arguments: schema }) =>
            [printable(name), printable(`${summary}${flagsOf(schema)}`)] as const,
        )
      return `${printable(group)}:\n${toColumns(rows)}`
    })
    .join('\n\n')
}

function flagsOf(schema: ActionView['arguments']): string {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] }
  const flags = Object.keys(properties).map((name) =>
    required.includes(name) ? `--${name}` : `[--${name}]`,
  )
  return flags.length === 0 ? '' : ` ${flags.join(' ')}`
}
