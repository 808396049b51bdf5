import { quoteForShell } from '../../text/shell.ts'
import type { Scenario } from '../../contract/scenario.ts'

type Step = NonNullable<Scenario['expect']>[number]

/**
 * The commands that lead out of a scenario: the actions of its `expect` between a creation that is
 * refused and the first that is answered; time that has to pass adds up. Undefined when there is no
 * such way, or when it needs the id of an answer.
 */
export function findWayOut(steps: readonly Step[]): string[] | undefined {
  let commands: string[] = []
  for (const step of steps) {
    if ('do' in step) {
      const { do: action, status, ...args } = step
      if (status !== undefined && status !== 200) continue // a step that shows a refusal
      const command = toCommand(action, args)
      if (command.includes('{')) return undefined
      // An instant is reached whatever time has passed before.
      if (action === 'advance_clock' && args['to'] !== undefined) {
        commands = commands.filter((earlier) => !isDuration(earlier))
      }
      commands.push(command)
    } else if (step.call.startsWith('POST ')) {
      if (step.status === 200 && commands.length > 0) return commands
      commands = commands.filter(isDuration)
    }
  }
  return undefined
}

/** What was tried before a refusal did not help, but the time that it took has passed. */
function isDuration(command: string): boolean {
  return /^advance \d/.test(command)
}

function toCommand(action: string, args: Record<string, unknown>): string {
  if (action === 'advance_clock') return `advance ${toWord(args['by'] ?? args['to'])}`
  const flags = Object.entries(args).map(([name, value]) => ` --${name} ${toWord(value)}`)
  return `trigger ${action}${flags.join('')}`
}

/** A value as a shell takes it. */
function toWord(value: unknown): string {
  return quoteForShell(typeof value === 'string' ? value : JSON.stringify(value))
}
