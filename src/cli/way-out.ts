import type { Scenario } from '../contract/scenario.ts'

type Step = NonNullable<Scenario['expect']>[number]

/**
 * The commands that lead out of a scenario: the actions of its `expect` that stand before the first
 * call which is answered again. Undefined when there is no such way, or when it needs an answer's id.
 */
export function findWayOut(steps: readonly Step[]): string[] | undefined {
  const commands: string[] = []
  for (const step of steps) {
    if ('do' in step) {
      const { do: action, status, ...given } = step
      if (status !== undefined && status !== 200) continue // a step that shows a refusal
      const command = toCommand(action, given)
      if (command.includes('{')) return undefined
      commands.push(command)
    } else if (commands.length > 0 && step.status === 200) return commands
  }
  return undefined
}

function toCommand(action: string, given: Record<string, unknown>): string {
  if (action === 'advance_clock') return `advance ${toWord(given['by'] ?? given['to'])}`
  const flags = Object.entries(given).map(([name, value]) => ` --${name} ${toWord(value)}`)
  return `trigger ${action}${flags.join('')}`
}

/** A value as a shell takes it. */
function toWord(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /^[\w.,:+/-]+$/.test(text) ? text : `"${text}"`
}
