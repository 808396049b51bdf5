import { readPackageJson } from '../../package-files.ts'
import { shippedScenarios } from '../../scenario/catalog.ts'
import { exitCodes } from '../output/failure.ts'
import { optionsOf, rowOf, type CommandRow } from './tables/command-row.ts'
import type { Run } from './context.ts'
import { splitCommand } from './find-command.ts'
import { optionNames, type OptionName } from './tables/options.ts'

/**
 * `completion <shell>` prints the script for a shell. The script calls `completion <shell> -- <word>...` for
 * the candidates, so that they match the installed version.
 */
export function completionOf(commands: readonly CommandRow[]): Run<never> {
  return ({ io, words, childCommand: typed }) => {
    const shell = words[0] as keyof typeof scripts // the command table allows the same names
    if (typed.length === 0) io.stdout.write(scripts[shell])
    else {
      const candidates = candidatesFor(typed, commands)
      const lines = candidates.map((each) =>
        shell === 'fish' ? `${each}\t${describe(each, commands)}` : each,
      )
      io.stdout.write(lines.map((line) => `${line}\n`).join(''))
    }
    return exitCodes.ok
  }
}

/** The candidates for the last of the words typed so far. */
function candidatesFor(typed: readonly string[], commands: readonly CommandRow[]): string[] {
  const current = typed.at(-1) ?? ''
  const before = typed.slice(0, -1)
  if (before.includes('--')) return [] // these words belong to another command
  return proposals(before, commands).filter((candidate) => candidate.startsWith(current))
}

function proposals(before: readonly string[], commands: readonly CommandRow[]): readonly string[] {
  const { row, isImplied } = splitCommand(before, commands)
  const last = before.at(-1)
  const option = optionsOf(row).find((name) => {
    const { short } = rowOf(row, name)
    return last === `--${name}` || (short !== undefined && last === `-${short}`)
  })
  if (option !== undefined && rowOf(row, option).type !== 'boolean') return valuesOf(row, option)
  const flags = optionsOf(row).flatMap((name) => {
    const { short, type } = rowOf(row, name)
    const isUsed = before.includes(`--${name}`) || before.includes(`-${short}`)
    return isUsed && type !== 'list' ? [] : [`--${name}`]
  })
  return [...(isImplied ? commands.map(({ name }) => name) : []), ...wordsOf(row), ...flags]
}

/** Empty if any text is allowed; the shell then suggests files. */
function valuesOf(row: CommandRow, option: OptionName): readonly string[] {
  return rowOf(row, option).choices ?? (option === 'scenario' ? scenarioNames() : [])
}

function wordsOf({ name, words }: CommandRow): readonly string[] {
  if (name === 'start') return scenarioNames()
  if (name === 'trigger') return Object.keys(readPackageJson('generated/actions.json') as object)
  return words.first ?? []
}

function scenarioNames(): string[] {
  return shippedScenarios().map(({ name }) => name)
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
