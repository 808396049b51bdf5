import type { ComponentType } from 'preact'
import { AliasesScreen } from '../../dashboard/screens/aliases/aliases-screen.tsx'
import { ClockScreen } from '../../dashboard/screens/clock/clock-screen.tsx'
import { ReportScreen } from '../../dashboard/screens/report/report-screen.tsx'
import { StoryScreen } from '../../dashboard/screens/story/story-screen.tsx'
import type { Screen } from '../../dashboard/state/route.ts'
import { ResultScreen } from './result-screen.tsx'
import type { Runs } from './runs.ts'
import { TryScreen } from './try-screen.tsx'

/** The screens of a page: those of the dashboard, its result if it has one, and what goes on from there. */
export function viewsOf(runs: Runs): Partial<Record<Screen, ComponentType>> {
  const { result } = runs.page
  const hasStory = runs.page.stories.length > 0
  return {
    ...(result && { result: () => <ResultScreen result={result} /> }),
    ...(hasStory && {
      story: StoryScreen,
      report: ReportScreen,
      aliases: AliasesScreen,
      clock: ClockScreen,
      try: () => <TryScreen runs={runs} />,
    }),
  }
}
