import { readDoStep } from '../../contract/scenario/expect.ts'
import type { Scenario } from '../../contract/scenario/scenario.ts'
import { quoteForShell } from '../../text/shell.ts'

type ExpectStep = NonNullable<Scenario['expect']>[number]

/**
 * Returns the commands that fix the error of a scenario: the actions in its `expect` between a refused
 * creation and the first successful one. Undefined if there are none, or if one needs an id from a response.
 */
export function findRecoveryCommands(steps: readonly ExpectStep[]): string[] | undefined {
  let commands: string[] = []
  for (const step of steps) {
    if ('do' in step) {
      const { action, args, expected } = readDoStep(step)
      if (expected !== 200) continue // the action itself is refused
      const command = toCommand(action, args)
      if (command.includes('{')) return undefined
      // Advancing to a time makes earlier durations unnecessary.
      if (action === 'advance_clock' && args['to'] !== undefined) {
        commands = commands.filter((earlier) => !isDuration(earlier))
      }
      commands.push(command)
    } else if ('call' in step && step.call.startsWith('POST ')) {
      if (step.status === 200 && commands.length > 0) return commands
      commands = commands.filter(isDuration)
    }
  }
  return undefined
}

/** Actions before another refusal did not help, but their time has to pass anyway. */
function isDuration(command: string): boolean {
  return /^advance \d/.test(command)
}

function toCommand(action: string, args: Record<string, unknown>): string {
  if (action === 'advance_clock') return `advance ${toWord(args['by'] ?? args['to'])}`
  const flags = Object.entries(args).map(([name, value]) => ` --${name} ${toWord(value)}`)
  return `trigger ${action}${flags.join('')}`
}

/** Quotes a value for the shell. */
function toWord(value: unknown): string {
  return quoteForShell(typeof value === 'string' ? value : JSON.stringify(value))
}
