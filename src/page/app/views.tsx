import type { ComponentType } from 'preact'
import { lazy } from '../../dashboard/components/lazy.tsx'
import { StoryScreen } from '../../dashboard/screens/story/story-screen.tsx'
import type { Screen } from '../../dashboard/state/route.ts'
import { ResultScreen } from './result-screen.tsx'
import type { Runs } from './runs.ts'

// None of these is needed for the first view of a page.
const AliasesScreen = lazy(
  async () => (await import('../../dashboard/screens/aliases/aliases-screen.tsx')).AliasesScreen,
)
const ClockScreen = lazy(
  async () => (await import('../../dashboard/screens/clock/clock-screen.tsx')).ClockScreen,
)
const ReportScreen = lazy(
  async () => (await import('../../dashboard/screens/report/report-screen.tsx')).ReportScreen,
)
const TryScreen = lazy(async () => (await import('./try-screen.tsx')).TryScreen)

/** The screens of a page: those of the dashboard, its result if it has one, and what goes on from there. */
export function viewsOf(runs: Runs): Partial<Record<Screen, ComponentType>> {
  const { result } = runs.page
  const hasStory = runs.page.sessions.length > 0
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
