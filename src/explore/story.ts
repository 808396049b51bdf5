import type { ActionName } from '../contract/actions.ts'
import type { Scenario } from '../contract/scenario.ts'

/** What an account goes through while a client runs: how it starts, and what happens before which call. */
export type Story = {
  start: Start
  /** In the order of their calls. */
  steps: readonly Step[]
}

/** A scenario by its name, and the parts that are merged over it. */
export type Start = { scenario: string; parts: Scenario }

/** Something that happens outside `/v1`. */
export type Step = {
  /** Before which call of the run it happens; counts from 1. */
  call: number
  do: ActionName
  /** The arguments of the action. */
  arguments: Readonly<Record<string, unknown>>
  /** Whose id the action gets; without such an alias the step is left out. */
  alias?: 'first' | 'last'
}

/** The story in which nothing happens. */
export const calmStory: Story = { start: { scenario: 'plus', parts: {} }, steps: [] }
