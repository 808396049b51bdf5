import type { ComponentType } from 'preact'
import { LiveScreen } from '../../dashboard/screens/live/live-screen.tsx'
import { ReportScreen } from '../../dashboard/screens/report/report-screen.tsx'
import type { Screen } from '../../dashboard/state/screen-names.ts'
import { ResultScreen } from './result-screen.tsx'
import type { Runs } from './runs.ts'
import { TryScreen } from './try-screen.tsx'

/** The screens of a page: those of the dashboard, its result if it has one, and what goes on from there. */
export function screensOf(runs: Runs): Partial<Record<Screen, ComponentType>> {
  const { result } = runs.page
  return {
    ...(result && { result: () => <ResultScreen result={result} /> }),
    ...(runs.page.sessions.length > 0 && {
      live: LiveScreen,
      report: ReportScreen,
      try: () => <TryScreen runs={runs} />,
    }),
  }
}
