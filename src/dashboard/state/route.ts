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
 * an entry of the story, and `filter` says which entries its list shows, as the query of a URL.
 */
export type Route = { account: string; screen: Screen; detail: string | null; filter: string }

/** Screens of earlier versions, so that old links still open. */
const formerScreens: Readonly<Record<string, Screen>> = { requests: 'story' }

export const route = signal(readRoute())
addEventListener('hashchange', takeRoute)

/** Returns a link, `#/<account>/<screen>/<detail>?<filter>`; omitted parts do not change. */
export function linkTo(change: Partial<Route>): string {
  const here = route.value
  const { account, screen, detail, filter } = { ...here, detail: null, ...change }
  const parts = [account, screen, ...(detail === null ? [] : [detail])]
  const path = `#/${parts.map(encodeURIComponent).join('/')}`
  // Within the story of an account, the list stays filtered.
  const isSameStory = screen === 'story' && here.screen === 'story' && account === here.account
  return filter !== '' && (isSameStory || change.filter !== undefined) ? `${path}?${filter}` : path
}

/** Navigates to a page, at once: what follows is about it. */
export function go(change: Partial<Route>): void {
  location.hash = linkTo(change)
  takeRoute()
}

/** Follows links within the page at once: the browser tells of them a frame later. */
export function followLinks(): void {
  addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
    if (event.defaultPrevented || !isPlain || !(target instanceof Element)) return
    const href = target.closest('a:not([target], [download])')?.getAttribute('href')
    if (!href?.startsWith('#/')) return
    event.preventDefault()
    location.hash = href
    takeRoute()
  })
}

/** Navigates without a step of its own for the back button. */
export function replace(change: Partial<Route>): void {
  location.replace(linkTo(change))
}

/** Changes the filter in the URL, without an entry in the history of the browser. */
export function replaceFilter(filter: string): void {
  if (filter === route.peek().filter) return
  const next = { ...route.peek(), filter }
  history.replaceState(history.state, '', linkTo(next))
  route.value = next
}

/** The event of a change comes after the change itself. */
function takeRoute(): void {
  const next = readRoute()
  if (linkTo(next) !== linkTo(route.peek())) route.value = next
}

function readRoute(): Route {
  const [path = '', ...filter] = location.hash.slice(2).split('?')
  const [account = '', screen = '', detail] = path.split('/').map((part) => decode(part))
  return {
    account: account === '' ? 'default' : account,
    screen: screenNamed(screen),
    detail: detail ?? null,
    filter: filter.join('?'),
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
