import { loadCatalog } from '../../node/files/scenario-catalog.ts'
import { defaults } from '../../contract/defaults.ts'
import { exitCodes } from '../output/failure.ts'
import { optionsOf, rowOf, type CommandRow } from '../args/tables/command-row.ts'
import { splitActionArgs } from '../args/action-args.ts'
import type { Context, Run } from '../args/context.ts'
import { splitCommand } from '../args/find-command.ts'
import {
  argumentsOf,
  listedActions,
  mainArgument,
  type ArgumentSchema,
} from '../args/listed-actions.ts'
import { optionNames, type OptionName } from '../args/tables/options.ts'
import { readArguments, type ReadArguments } from '../args/yargs.ts'

/** How long a sandbox has to say the names of its accounts. */
const MAX_WAIT_MS = 500

/**
 * `completion <shell>` prints the script for a shell. The script calls `completion <shell> -- <word>...` for
 * the candidates, so that they match the installed version.
 */
export function completionOf(commands: readonly CommandRow[]): Run<never> {
  return async ({ io, env, words, childCommand: typed }) => {
    const shell = words[0] as keyof typeof scripts // the command table allows the same names
    if (typed.length === 0) io.stdout.write(scripts[shell])
    else {
      const candidates = await candidatesFor(typed, commands, env)
      const lines = candidates.map((each) =>
        shell === 'fish' ? `${each}\t${describe(each, commands)}` : each,
      )
      io.stdout.write(lines.map((line) => `${line}\n`).join(''))
    }
    return exitCodes.ok
  }
}

/** The candidates for the last of the words typed so far; none when these make no sense. */
async function candidatesFor(
  typed: readonly string[],
  commands: readonly CommandRow[],
  env: Context['env'],
): Promise<string[]> {
  const current = typed.at(-1) ?? ''
  const before = typed.slice(0, -1)
  if (before.includes('--')) return [] // these words belong to another command
  try {
    const found = await new Completion(before, commands, env).candidates()
    return found.filter((candidate) => candidate.startsWith(current))
  } catch {
    return [] // the shell shows what goes wrong in the middle of what is typed
  }
}

/** The candidates for the next word, after the words before it. */
class Completion {
  readonly #before: readonly string[]
  readonly #commands: readonly CommandRow[]
  readonly #env: Context['env']
  readonly #row: CommandRow
  readonly #isImplied: boolean
  readonly #read: ReadArguments

  constructor(before: readonly string[], commands: readonly CommandRow[], env: Context['env']) {
    const { row, isImplied, args } = splitCommand(before, commands)
    this.#before = before
    this.#commands = commands
    this.#env = env
    this.#row = row
    this.#isImplied = isImplied
    this.#read = readArguments(row, args, env)
  }

  async candidates(): Promise<readonly string[]> {
    const last = this.#before.at(-1)
    const option = optionsOf(this.#row).find((name) => {
      const { short } = rowOf(this.#row, name)
      return last === `--${name}` || (short !== undefined && last === `-${short}`)
    })
    if (option !== undefined && rowOf(this.#row, option).type !== 'boolean') {
      return this.#valuesOf(option)
    }
    if (this.#row.takesActionArgs) return this.#ofAction(last)
    const commands = this.#isImplied ? this.#commands.map(({ name }) => name) : []
    return [...commands, ...(await this.#words()), ...this.#flags()]
  }

  /** Empty if any text is allowed; the shell then suggests files. */
  async #valuesOf(option: OptionName): Promise<readonly string[]> {
    if (option === 'scenario' || option === 'scenarios') return this.#scenarioNames()
    if (option === 'account') return this.#accountNames()
    return rowOf(this.#row, option).choices ?? []
  }

  async #words(): Promise<readonly string[]> {
    const { name, words } = this.#row
    const [first] = this.#read.loose
    if (name === 'start') return this.#scenarioNames()
    if (name === 'scenarios' && first !== undefined) {
      return first === 'list' ? [] : this.#scenarioNames()
    }
    return first === undefined ? (words.first ?? []) : []
  }

  #flags(): string[] {
    return optionsOf(this.#row).flatMap((name) => {
      const { short, type } = rowOf(this.#row, name)
      const isUsed = this.#before.includes(`--${name}`) || this.#before.includes(`-${short}`)
      return isUsed && type !== 'list' ? [] : [`--${name}`]
    })
  }

  /** An action, then its arguments and their values. */
  async #ofAction(last: string | undefined): Promise<readonly string[]> {
    const { words, args } = splitActionArgs(this.#read.loose)
    const actions = listedActions()
    if (words.length === 0) return [...actions.map(({ name }) => name), ...this.#flags()]
    const action = actions.find(({ name }) => name === words[0])
    if (!action) return []
    const { properties } = argumentsOf(action)
    const asked = last?.startsWith('--')
      ? properties[last.slice(2).replaceAll('-', '_')]
      : undefined
    const named = await this.#valuesOfArgument(action.name, asked)
    if (named.length > 0) return named
    const main = mainArgument(action)
    const isOpen = main !== undefined && words.length === 1 && !Object.hasOwn(args, main)
    const unnamed = isOpen ? await this.#valuesOfArgument(action.name, properties[main]) : []
    const others = Object.keys(properties).filter((name) => !Object.hasOwn(args, name))
    return [...unnamed, ...others.map((name) => `--${name}`), ...this.#flags()]
  }

  async #valuesOfArgument(action: string, schema: ArgumentSchema | undefined) {
    if (schema === undefined) return []
    return action === 'load_scenario' ? this.#scenarioNames() : wordsOf(schema)
  }

  async #scenarioNames(): Promise<readonly string[]> {
    const folder = this.#given('scenarios-dir')
    return (await loadCatalog(folder)).names()
  }

  /** The accounts of the sandbox that runs, if there is one. */
  async #accountNames(): Promise<readonly string[]> {
    const { connect } = await import('../sandbox/remote.ts')
    const options = {
      url: this.#given('url') ?? defaults.url,
      'control-token-file': this.#given('control-token-file'),
    }
    const client = connect({ options, env: this.#env, labelOf: (name) => `--${name}` })
    const signal = AbortSignal.timeout(MAX_WAIT_MS)
    const { accounts } = await client.ask('GET accounts', { query: { fields: 'name' }, signal })
    return accounts.map(({ name }) => name)
  }

  #given(option: OptionName): string | undefined {
    return this.#read.given.get(option)?.value as string | undefined
  }
}

/** The values that a schema names one by one. */
function wordsOf({
  type,
  const: constant,
  enum: several = [],
  anyOf = [],
}: ArgumentSchema): string[] {
  const own = [...several, ...(constant === undefined ? [] : [constant])].map(String)
  const truths = type === 'boolean' ? ['true', 'false'] : []
  return [...own, ...truths, ...anyOf.flatMap(wordsOf)]
}

function describe(candidate: string, commands: readonly CommandRow[]): string {
  const option = optionNames.find((name) => candidate === `--${name}`)
  if (option !== undefined) return rowOf(commands[0]!, option).summary
  return commands.find(({ name }) => name === candidate)?.summary ?? ''
}

const scripts = {
  bash: `# eval "$(alias-sandbox completion bash)"
_alias_sandbox() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$("$1" completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _alias_sandbox alias-sandbox
`,
  zsh: `#compdef alias-sandbox
# eval "$(alias-sandbox completion zsh)"
_alias_sandbox() {
  local -a found
  found=("\${(@f)$($words[1] completion zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
  _files
}
compdef _alias_sandbox alias-sandbox
`,
  fish: `# alias-sandbox completion fish | source
complete -c alias-sandbox -a '(alias-sandbox completion fish -- (commandline -opc)[2..-1] (commandline -ct))'
`,
}
