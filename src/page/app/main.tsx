import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from '../../dashboard/app.tsx'
import { loadAll } from '../../dashboard/components/lazy.tsx'
import { accountNow } from '../../dashboard/state/account-clock.ts'
import { account } from '../../dashboard/state/account.ts'
import { connection } from '../../dashboard/state/connection.ts'
import { followLinks, route, takeRoute } from '../../dashboard/state/route.ts'
import { listenForKeys } from '../../dashboard/state/shortcuts.ts'
import { source } from '../../dashboard/state/source.ts'
import { watchMessages } from '../../dashboard/state/travel/message-age.ts'
import { watchRoute } from '../../dashboard/state/watch-route.ts'
import { pageIds } from '../../history/page/html.ts'
import { PageFileError, readPageFile, type PageFile } from '../../history/page/page-file.ts'
import { PageMark } from './page-mark.tsx'
import { unpacked } from './packed.ts'
import { painted } from './painted.ts'
import { Runs } from './runs.ts'
import { viewsOf } from './views.tsx'

void open()

/** Shows what the page carries, in place of the report as text, which is there again where that fails. */
async function open(): Promise<void> {
  const app = document.getElementById(pageIds.app)!
  const { title } = document
  app.textContent = 'Opening …'
  try {
    await painted()
    const page = await carried()
    app.textContent = ''
    show(new Runs(page), app)
    void loadAll()
    ;(await textOf()).remove()
  } catch (error) {
    render(null, app)
    app.textContent = ''
    document.title = title
    scrollTo(0, 0)
    if (!(error instanceof PageFileError)) throw error
    const said = (await textOf()).querySelector('p')!
    said.role = 'alert'
    said.textContent = `The content of this page cannot be read: ${error.message}. Here is the report as text.`
  }
}

/** What the page carries. @throws PageFileError */
async function carried(): Promise<PageFile> {
  const part = document.getElementById(pageIds.data)
  if (part === null) throw new PageFileError('it is missing')
  return readPageFile(await unpacked(part.textContent))
}

/** The report as text. It stands behind the script, so that it may still be on its way. */
async function textOf(): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve))
  }
  return document.getElementById(pageIds.text)!
}

function show(runs: Runs, app: HTMLElement): void {
  source.value = {
    url: 'http://127.0.0.1',
    fetch: (run) => runs.fetchOf(run),
    firstRun: runs.firstRun,
    account: (run) => runs.firstAccount(run),
    recorded: (run, name) => runs.recorded(run, name),
    isWhole: true,
  }
  connection.value = 'live'
  takeRoute()
  watchRoute()
  followLinks()
  effect(() => runs.show(route.value.run))
  // No time passes by itself.
  effect(() => void (accountNow.value = Date.parse(account.value?.clock.now ?? '') || 0))
  watchMessages()
  listenForKeys()
  render(<App views={viewsOf(runs)} mark={<PageMark runs={runs} />} alone={['result']} />, app)
}
