import { lazy } from './components/lazy.tsx'
import type { Screen } from './state/route.ts'

/** The screens, each in a file of its own. */
const views = {
  overview: lazy(
    async () => (await import('./screens/overview/overview-screen.tsx')).OverviewScreen,
  ),
  story: lazy(async () => (await import('./screens/story/story-screen.tsx')).StoryScreen),
  aliases: lazy(async () => (await import('./screens/aliases/aliases-screen.tsx')).AliasesScreen),
  scenarios: lazy(
    async () => (await import('./screens/scenarios/scenarios-screen.tsx')).ScenariosScreen,
  ),
  clock: lazy(async () => (await import('./screens/clock/clock-screen.tsx')).ClockScreen),
  report: lazy(async () => (await import('./screens/report/report-screen.tsx')).ReportScreen),
  session: lazy(async () => (await import('./screens/session/session-screen.tsx')).SessionScreen),
} satisfies Record<Screen, unknown>

/** Shows a screen, as soon as its file is loaded. */
export function ScreenView({ screen }: { screen: Screen }) {
  const View = views[screen]
  return <View />
}
