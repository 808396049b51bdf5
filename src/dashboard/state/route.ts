import { signal } from '@preact/signals'

/** The screens, in the order of the navigation. */
export const screens = {
  overview: 'Overview',
  story: 'Story',
  aliases: 'Aliases',
  scenarios: 'Scenarios',
  clock: 'Clock',
  report: 'Report',
  session: 'Session',
} as const
export type Screen = keyof typeof screens

/**
 * The current page. It is part of the URL, so that it can be shared and survives a reload; `detail` is
 * an entry of the story.
 */
export type Route = { account: string; screen: Screen; detail: string | null }

/** Screens of earlier versions, so that old links still open. */
const formerScreens: Readonly<Record<string, Screen>> = { requests: 'story' }

export const route = signal(readRoute())
addEventListener('hashchange', takeRoute)

/** Returns a link, `#/<account>/<screen>/<detail>`; omitted parts do not change. */
export function linkTo(change: Partial<Route>): string {
  const { account, screen, detail } = { ...route.value, detail: null, ...change }
  const parts = [account, screen, ...(detail === null ? [] : [detail])]
  return `#/${parts.map(encodeURIComponent).join('/')}`
}

/** Navigates to a page, at once: what follows is about it. */
export function go(change: Partial<Route>): void {
  location.hash = linkTo(change)
  takeRoute()
}

/** Navigates without a step of its own for the back button. */
export function replace(change: Partial<Route>): void {
  location.replace(linkTo(change))
}

/** The event of a change comes after the change itself. */
function takeRoute(): void {
  const next = readRoute()
  if (linkTo(next) !== linkTo(route.peek())) route.value = next
}

function readRoute(): Route {
  const [account = '', screen = '', detail] = location.hash
    .slice(2)
    .split('/')
    .map((part) => decode(part))
  return {
    account: account === '' ? 'default' : account,
    screen: screenNamed(screen),
    detail: detail ?? null,
  }
}

function screenNamed(name: string): Screen {
  if (Object.hasOwn(screens, name)) return name as Screen
  return Object.hasOwn(formerScreens, name) ? formerScreens[name]! : 'overview'
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
