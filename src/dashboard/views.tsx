import { lazy, styled } from './components/lazy.tsx'
import type { Screen } from './state/route.ts'

/** The screens of the dashboard, each in files of its own. */
export const views = {
  overview: styled(
    'overview-screen',
    async () => (await import('./screens/overview/overview-screen.tsx')).OverviewScreen,
  ),
  story: styled(
    'story-screen',
    async () => (await import('./screens/story/story-screen.tsx')).StoryScreen,
  ),
  aliases: styled(
    'aliases-screen',
    async () => (await import('./screens/aliases/aliases-screen.tsx')).AliasesScreen,
  ),
  inbox: styled(
    'inbox-screen',
    async () => (await import('./screens/inbox/inbox-screen.tsx')).InboxScreen,
  ),
  scenarios: styled(
    'scenarios-screen',
    async () => (await import('./screens/scenarios/scenarios-screen.tsx')).ScenariosScreen,
  ),
  clock: styled(
    'clock-screen',
    async () => (await import('./screens/clock/clock-screen.tsx')).ClockScreen,
  ),
  report: styled(
    'report-screen',
    async () => (await import('./screens/report/report-screen.tsx')).ReportScreen,
  ),
  session: lazy(async () => (await import('./screens/session/session-screen.tsx')).SessionScreen),
} satisfies Partial<Record<Screen, unknown>>
