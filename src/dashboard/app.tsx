import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { ArmedMark } from './components/armed-mark.tsx'
import { ConnectionMark } from './components/connection-mark.tsx'
import { AccountMenu } from './components/header/account-menu.tsx'
import { keepFocus } from './components/keep-focus.ts'
import { ToldLine } from './components/told-line.tsx'
import { TokenForm } from './components/token-form.tsx'
import { isLocked } from './state/client.ts'
import { host } from './state/host.ts'
import { linkTo, route } from './state/route.ts'
import { screens as titles, type Screen } from './state/screen-names.ts'
import { account, connection, isUnknown } from './state/store.ts'
import { entries } from './state/history.ts'

type AppProps = {
  /** The screens that the page has, in the order of the navigation. */
  screens: Partial<Record<Screen, ComponentType>>
  /** The buttons of the header, each with its dialog. */
  dialogs: readonly ComponentType[]
  /** A page in a file says above its screens what it is. */
  banner?: ComponentChildren
  /** The screens that show no account. */
  alone?: readonly Screen[]
}

/** The page: header, navigation, and the current screen. */
export function App({ screens, dialogs, banner, alone = [] }: AppProps) {
  const names = Object.keys(screens) as Screen[]
  const first = names[0]!
  const screen = screens[route.value.screen] ? route.value.screen : first
  const View = screens[screen]!
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${titles[screen]} · ${route.value.account} · alias-sandbox`
    if (!isFirst.current) {
      main.current?.focus({ preventScroll: true }) // so that a screen reader announces the new screen
      scrollTo(0, 0)
    }
    isFirst.current = false
  }, [screen, route.value.account])
  useEffect(keepFocus, [])
  // Entries that are known already are shown while their account is loaded.
  const isThere = account.value !== null || (screen === 'live' && entries.value.length > 0)
  const isShown = (isThere && !isLocked.value) || alone.includes(screen)
  return (
    <>
      <header class="top">
        <a class="skip" href={linkTo({})} onClick={skipTo(main)}>
          Skip to content
        </a>
        <a class="brand" href={linkTo({ screen: first })} aria-label="alias-sandbox">
          <Mark />
        </a>
        <nav aria-label="Screens">
          {names.map((name) => (
            <a
              key={name}
              href={linkTo({ screen: name })}
              aria-current={name === screen ? 'page' : undefined}
            >
              {titles[name]}
            </a>
          ))}
        </nav>
        <div class="menus">
          <AccountMenu />
          {account.value && dialogs.map((Dialog, at) => <Dialog key={at} />)}
        </div>
        <div class="marks">
          <ArmedMark />
          <ConnectionMark />
        </div>
      </header>
      <main ref={main} tabIndex={-1}>
        <h1 class="unseen">{titles[screen]}</h1>
        {banner}
        <ToldLine place="page" />
        {isShown ? <View /> : <NoAccount />}
      </main>
    </>
  )
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
  const first = host.value.firstAccount(route.value.run)
  return (
    <p>
      Account <strong>{route.value.account}</strong> does not exist. Choose another one above, or{' '}
      <a href={linkTo({ account: first, screen: 'live' })}>go to {first}</a>.
    </p>
  )
}

function Mark() {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <rect x="1" y="4" width="20" height="14" rx="3" fill="currentColor" />
      <path d="M4 8l7 5 7-5" fill="none" stroke="var(--bg)" stroke-width="2" />
    </svg>
  )
}
