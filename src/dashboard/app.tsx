import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { AccountSwitcher } from './components/account-switcher.tsx'
import { keepFocus } from './components/frame/keep-focus.ts'
import { lazy } from './components/lazy.tsx'
import { MessageBar } from './components/message-bar.tsx'
import { account, isUnknown } from './state/account.ts'
import { isLocked } from './state/client.ts'
import { connection } from './state/connection.ts'
import { showDone } from './state/message.ts'
import { go, linkTo, route, screens, type Screen } from './state/route.ts'
import { source } from './state/source.ts'
import { onKeys } from './state/shortcuts.ts'
import { items } from './state/story.ts'
import { toDay, toTime, toTimeOfDay } from '../words/times.ts'
import { accountNow } from './state/account-clock.ts'

const TokenForm = lazy(async () => (await import('./components/token-form.tsx')).TokenForm)

type AppProps = {
  /** The screens that the page has, in the order of the navigation. */
  views: Partial<Record<Screen, ComponentType>>
  /** The state of things, at the end of the header. */
  mark: ComponentChildren
  /** The screens that show no account. */
  alone?: readonly Screen[]
}

/** The page: header, navigation, the current screen, and what the last action changed. */
export function App({ views, mark, alone = [] }: AppProps) {
  const names = Object.keys(views) as Screen[]
  const first = names[0]!
  const screen = views[route.value.screen] ? route.value.screen : first
  const View = views[screen]!
  const main = useRef<HTMLElement>(null)
  const nav = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // Entries of a story that are known already are shown while its account is loaded.
  const isKnown = account.value !== null || (screen === 'story' && items.value.length > 0)
  const isThere = isKnown && !isLocked.value
  useEffect(() => {
    // On a phone the row of screens is wider than the page.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    nav.current?.scrollTo({ left: (link?.offsetLeft ?? 0) - nav.current.clientWidth / 2 })
    document.title = `${screens[screen]} · ${route.value.account} · alias-sandbox`
    if (!isFirst.current) {
      main.current?.focus({ preventScroll: true }) // so that a screen reader announces the new screen
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [screen, route.value.account])
  useEffect(() => onKeys(keysTo(names)), [])
  useEffect(keepFocus, [])
  return (
    <>
      <header class="top">
        <a class="skip" href={linkTo({})} onClick={skipTo(main)}>
          Skip to content
        </a>
        <a class="brand" href={linkTo({ screen: first })}>
          <Mark /> <span>alias-sandbox</span>
        </a>
        <AccountSwitcher />
        <ClockFace />
        {mark}
      </header>
      <nav ref={nav} class="screens" aria-label="Screens">
        {names.map((name) => (
          <a
            key={name}
            href={linkTo({ screen: name })}
            aria-current={name === screen ? 'page' : undefined}
          >
            {screens[name]}
          </a>
        ))}
      </nav>
      <main ref={main} tabIndex={-1}>
        <h1 class="unseen">{screens[screen]}</h1>
        {isThere || alone.includes(screen) ? <View /> : <NoAccount />}
      </main>
      <MessageBar />
    </>
  )
}

/** The digits open the screens, `/` leads to the search of the one that is open. */
function keysTo(names: readonly Screen[]) {
  return {
    '/': () => {
      const search = document.querySelector<HTMLElement>('main input[type=search]')
      if (search) search.focus()
      else showDone('This screen has no search.')
    },
    ...Object.fromEntries(names.map((screen, index) => [index + 1, () => go({ screen })])),
  }
}

function skipTo(main: { current: HTMLElement | null }) {
  return (event: Event) => {
    event.preventDefault()
    main.current?.focus()
  }
}

function NoAccount() {
  if (isLocked.value) return <TokenForm />
  if (!isUnknown.value) {
    return (
      <p class="hint">{connection.value === 'lost' ? 'Cannot reach the sandbox.' : 'Loading …'}</p>
    )
  }
  return (
    <p>
      Account <strong>{route.value.account}</strong> does not exist. Choose another one above, or{' '}
      <a href={linkTo({ account: source.value.account(route.value.run), screen: 'overview' })}>
        go to {source.value.account(route.value.run)}
      </a>
      .
    </p>
  )
}

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect x="1" y="4" width="20" height="14" rx="3" fill="currentColor" />
      <path d="M4 8l7 5 7-5" fill="none" stroke="var(--paper)" stroke-width="2" />
    </svg>
  )
}

/** The account's clock and its speed. */
function ClockFace() {
  const clock = account.value?.clock
  if (!clock) return <span class="clock-face" />
  const mode = clock.mode === 'frozen' ? 'frozen' : clock.scale === 1 ? 'UTC' : `× ${clock.scale}`
  return (
    <span class="clock-face" aria-label={`The account's clock: ${toTime(accountNow.value)} UTC`}>
      <time>
        <span class="date">{toDay(accountNow.value)} </span>
        {toTimeOfDay(accountNow.value)}
      </time>{' '}
      <small>{mode}</small>
    </span>
  )
}
