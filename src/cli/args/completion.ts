import { readPackageJson } from '../../package-files.ts'
import { shippedScenarios } from '../../scenario/catalog.ts'
import { commands, optionsOf, type CommandRow } from './commands.ts'
import type { Context } from './context.ts'
import { exitCodes } from '../output/failure.ts'
import { optionRow } from './options.ts'

/** Prints what makes a shell complete commands, flags, scenarios and actions. */
export function runCompletion({ io, words }: Context): number {
  const [shell] = words
  io.stdout.write(shell === 'bash' ? toBash() : shell === 'zsh' ? toZsh() : toFish())
  return exitCodes.ok
}

const names = commands.map(({ name }) => name)

/** What can stand behind a command: its flags, and the words that it takes. */
function candidatesOf(command: CommandRow): string[] {
  return [...wordsOf(command), ...optionsOf(command).map((name) => `--${name}`)]
}

function wordsOf({ name, words }: CommandRow): readonly string[] {
  if (name === 'start') return shippedScenarios().map((scenario) => scenario.name)
  if (name === 'trigger') return Object.keys(readPackageJson('generated/actions.json') as object)
  return words.first ?? []
}

function startCandidates(): string[] {
  return [...names, ...commands.filter(({ name }) => name === 'start').flatMap(candidatesOf)]
}

function toBash(): string {
  const cases = commands.map(
    (command) => `    ${command.name}) found="${candidatesOf(command).join(' ')}" ;;`,
  )
  return `# eval "$(alias-sandbox completion bash)"
_alias_sandbox() {
  local word command= found
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
    ${names.join('|')}) command=$word; break ;;
    esac
  done
  case $command in
${cases.join('\n')}
    *) found="${startCandidates().join(' ')}" ;;
  esac
  COMPREPLY=($(compgen -W "$found" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _alias_sandbox alias-sandbox
`
}

function toZsh(): string {
  const cases = commands.map(
    (command) => `    ${command.name}) compadd -- ${candidatesOf(command).join(' ')} ;;`,
  )
  return `#compdef alias-sandbox
# eval "$(alias-sandbox completion zsh)"
_alias_sandbox() {
  local word command
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in
    ${names.join('|')}) command=$word; break ;;
    esac
  done
  case $command in
${cases.join('\n')}
    *) compadd -- ${startCandidates().join(' ')} ;;
  esac
  _files
}
compdef _alias_sandbox alias-sandbox
`
}

function toFish(): string {
  const lines = commands.flatMap((command) => {
    const behind = `__fish_seen_subcommand_from ${command.name}`
    const condition =
      command.name === 'start'
        ? `not __fish_seen_subcommand_from ${names.filter((name) => name !== 'start').join(' ')}`
        : behind
    return [
      `complete -c alias-sandbox -n "not __fish_seen_subcommand_from ${names.join(' ')}" -a ${command.name} -d ${quote(command.summary)}`,
      ...wordsOf(command).map((word) => `complete -c alias-sandbox -n "${condition}" -a ${word}`),
      ...optionsOf(command).map((name) => {
        const { short, type, summary } = optionRow(name)
        return `complete -c alias-sandbox -n "${condition}" -l ${name}${short === undefined ? '' : ` -s ${short}`}${type === 'flag' ? '' : ' -r'} -d ${quote(summary)}`
      }),
    ]
  })
  return `# alias-sandbox completion fish | source\n${lines.join('\n')}\n`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}
