import type { ComponentType } from 'preact'
import { lazy } from './components/lazy.tsx'
import { loadStyles } from './components/load-styles.ts'
import type { Screen } from './state/route.ts'

/** A screen and its style sheet, in files of their own. */
function styled(screen: Screen, load: () => Promise<ComponentType<object>>) {
  return lazy(async () => (await Promise.all([load(), loadStyles(`${screen}-screen`)]))[0])
}

const views = {
  overview: styled(
    'overview',
    async () => (await import('./screens/overview/overview-screen.tsx')).OverviewScreen,
  ),
  story: styled(
    'story',
    async () => (await import('./screens/story/story-screen.tsx')).StoryScreen,
  ),
  aliases: styled(
    'aliases',
    async () => (await import('./screens/aliases/aliases-screen.tsx')).AliasesScreen,
  ),
  scenarios: styled(
    'scenarios',
    async () => (await import('./screens/scenarios/scenarios-screen.tsx')).ScenariosScreen,
  ),
  clock: styled(
    'clock',
    async () => (await import('./screens/clock/clock-screen.tsx')).ClockScreen,
  ),
  report: styled(
    'report',
    async () => (await import('./screens/report/report-screen.tsx')).ReportScreen,
  ),
  session: lazy(async () => (await import('./screens/session/session-screen.tsx')).SessionScreen),
} satisfies Record<Screen, unknown>

/** Shows a screen, as soon as its files are loaded. */
export function ScreenView({ screen }: { screen: Screen }) {
  const View = views[screen]
  return <View />
}
