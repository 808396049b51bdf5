import { signal } from '@preact/signals'
import { HISTORY_ID } from '../../contract/history/entry-types.ts'
import { host } from './host.ts'
import { screens, type Screen } from './screen-names.ts'

/** The current page. It is part of the URL, so that it can be shared and survives a reload. */
export type Route = {
  /** The run that a page in a file shows: a case of its result by number, `case-3`, or '' for the session of all. */
  run: string
  account: string
  screen: Screen
  /** The entry or mail that is open. */
  detail: string | null
  /** The entries or mails that the list shows, as the query of a URL. */
  filter: string
}

/** A link within the page. */
const LINK = /^#(?:case-\d+)?\//
/** A short link of a page in a file: to an entry, to a case, or to an entry of a case. */
const SHORT = new RegExp(`^#(case-\\d+)?/?(${HISTORY_ID})?$`)

export const route = signal(readRoute())
addEventListener('hashchange', takeRoute)

/** Returns a link, `#<run>/<account>/<screen>/<detail>?<filter>`; omitted parts do not change. */
export function linkTo(change: Partial<Route>): string {
  const here = route.value
  const { run, account, screen, detail, filter } = { ...here, detail: null, ...change }
  const parts = [account, screen, ...(detail === null ? [] : [detail])]
  const path = `#${run}/${parts.map(encodeURIComponent).join('/')}`
  // The list of a screen stays filtered while its entries are opened.
  const isSameList = run === here.run && account === here.account && screen === here.screen
  return filter !== '' && (isSameList || change.filter !== undefined) ? `${path}?${filter}` : path
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
    if (!href || !LINK.test(href)) return
    event.preventDefault()
    location.hash = href
    takeRoute()
  })
}

/** Remembers the account that is open, and of which run; the function says whether it still is. */
export function whileOpen(): () => boolean {
  const { run, account } = route.peek()
  return () => route.peek().run === run && route.peek().account === account
}

/** Changes the filter in the URL, without an entry in the history of the browser. */
export function replaceFilter(filter: string): void {
  const next = { ...route.peek(), filter }
  history.replaceState(history.state, '', linkTo(next))
  route.value = next
}

/** Reads the URL. The event of a change comes after the change itself. */
export function takeRoute(): void {
  const next = readRoute()
  if (linkTo(next) !== linkTo(route.peek())) route.value = next
}

function readRoute(): Route {
  const { hash } = location
  const [, short, entry] = SHORT.exec(hash) ?? []
  if (short !== undefined || entry !== undefined)
    return shortRoute(short ?? host.value.firstRun, entry ?? null)
  const [path = '', ...filter] = hash.slice(1).split('?')
  const [named = '', account = '', screen = '', detail] = path
    .split('/')
    .map((part) => decode(part))
  const run = named === '' ? host.value.firstRun : named
  return {
    run,
    account: account === '' ? host.value.firstAccount(run) : account,
    screen: screenNamed(screen),
    detail: detail ?? null,
    filter: filter.join('?'),
  }
}

function shortRoute(run: string, detail: string | null): Route {
  const screen = detail === null ? 'result' : 'live'
  return { run, account: host.value.firstAccount(run), screen, detail, filter: '' }
}

function screenNamed(name: string): Screen {
  return Object.hasOwn(screens, name) ? (name as Screen) : host.value.firstScreen
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
