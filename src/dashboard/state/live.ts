import { effect } from '@preact/signals'
import { refreshAccount, refreshChoices, refreshEverything } from './account.ts'
import { isLocked, lock, token } from './client.ts'
import { connection, hello } from './connection.ts'
import { forgetSandbox, isAnotherRun } from './updates/another-sandbox.ts'
import { readEvents } from './updates/event-stream.ts'
import { forgetUnreachable, showError } from './message.ts'
import { refreshAll } from './perform.ts'
import { refreshSoon } from './updates/refresh.ts'
import { route } from './route.ts'
import { takeItem, type StreamedItem } from './story.ts'

const RECONNECT_MS = 1_000
/** The sandbox sends a heartbeat every 15 seconds, so a connection that is silent for longer is dead. */
const SILENCE_MS = 40_000

/** Receives events as long as the page is open, and reconnects when the connection is lost. */
export function listen(): void {
  effect(() => {
    if (isLocked.value) return undefined
    const hangUp = new AbortController()
    void stayConnected(token.value, hangUp.signal)
    return () => hangUp.abort()
  })
}

async function stayConnected(secret: string | undefined, hungUp: AbortSignal): Promise<void> {
  let lastId = ''
  while (!hungUp.aborted) {
    const silence = makeSilence()
    try {
      const response = await fetch('/_sandbox/events', {
        signal: AbortSignal.any([hungUp, silence.signal]),
        headers: {
          ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
          ...(lastId !== '' && { 'last-event-id': lastId }),
        },
      })
      if (response.status === 401) {
        lock()
        return
      }
      if (!response.ok || !response.body) {
        throw new Error(`the sandbox responded with ${response.status}`)
      }
      for await (const { id, event, data } of readEvents(response.body, () => silence.break())) {
        if (event === 'hello') welcome(isAnotherRun(lastId, id))
        lastId = id
        takeOrReport(event, data)
      }
    } catch (error) {
      // The sandbox has stopped or restarts. The connection mark shows it, and the loop tries again.
      if (!isLostConnection(error)) showError(`Live updates failed: ${(error as Error).message}`)
    } finally {
      silence.end()
    }
    if (!hungUp.aborted) connection.value = 'lost'
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
}

/** The connection stands: shows it, and loads what was missed, or all of a sandbox that took the place of another. */
function welcome(isAnother: boolean): void {
  const isBack = connection.value === 'lost'
  connection.value = 'live'
  if (isBack) forgetUnreachable()
  if (isAnother) forgetSandbox()
  if (isBack) void refreshAll()
}

/** Aborts when nothing was received for too long. */
function makeSilence() {
  const tooLong = new AbortController()
  const wait = () => setTimeout(() => tooLong.abort(), SILENCE_MS)
  let timer = wait()
  return {
    signal: tooLong.signal,
    break: () => {
      clearTimeout(timer)
      timer = wait()
    },
    end: () => clearTimeout(timer),
  }
}

/** Fetch throws a TypeError when the connection fails, and a DOMException when it is aborted. */
function isLostConnection(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

/** An unreadable event does not mean that the connection is lost: shows an error and loads everything again. */
function takeOrReport(event: string, data: string): void {
  try {
    if (!isElsewhere(event, data)) take(event, JSON.parse(data))
  } catch (error) {
    showError(`Cannot read an event from the sandbox: ${(error as Error).message}`)
    void refreshAll()
  }
}

/** Whether an event is about another account: those of many testers cost nothing to read. */
function isElsewhere(event: string, data: string): boolean {
  const isOfOneAccount = event === 'request' || event === 'history' || event === 'action'
  return isOfOneAccount && !data.includes(JSON.stringify(route.value.account))
}

function take(event: string, data: unknown): void {
  if (event === 'request') {
    takeItem(data as StreamedItem)
    refreshAccountSoon()
  } else if (event === 'history') {
    // A call comes as a `request` as well, with everything.
    if ((data as { type?: string }).type === 'call') return
    takeItem(data as StreamedItem)
    refreshAccountSoon() // a mail over SMTP has no other event
  } else if (event === 'action') {
    const { action, account } = data as { action: string; account: string }
    if (account !== route.value.account) return
    if (changesChoices.includes(action)) refreshChoicesSoon()
    refreshAccountSoon()
  } else if (event === 'accounts') {
    refreshEverythingSoon()
  } else if (event === 'reset') void refreshAll()
  else if (event === 'hello') hello.value = data as Record<string, string>
}

const changesChoices = ['set_choices', 'load_scenario', 'reset']

const refreshAccountSoon = refreshSoon(refreshAccount)
const refreshChoicesSoon = refreshSoon(refreshChoices)
/** A test suite may create hundreds of accounts in a second. */
const LIST_PAUSE_MS = 1_000
const refreshEverythingSoon = refreshSoon(refreshEverything, LIST_PAUSE_MS)
