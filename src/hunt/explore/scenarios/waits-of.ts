import type { Scenario } from '../../../contract/scenario/scenario.ts'

/** No wait outlasts a run: those that a scenario does not tell itself are short. A burst window whose end it tells stays. */
export function waitsOf({ waits, usage, timeline = [] }: Scenario): NonNullable<Scenario['waits']> {
  const tellsWindow = [usage, ...timeline].some((each) => each && 'burst_resets_in' in each)
  return waits ?? (tellsWindow ? 'documented' : 'short')
}
