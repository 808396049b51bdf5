import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from '../../dashboard/app.tsx'
import { accountNow } from '../../dashboard/state/account-clock.ts'
import { account, follow } from '../../dashboard/state/store.ts'
import { followLinks, route, takeRoute } from '../../dashboard/state/route.ts'
import { host } from '../../dashboard/state/host.ts'
import { pageIds } from '../../history/page/html.ts'
import { PageFileError, readPageFile, type PageFile } from '../../history/page/page-file.ts'
import { PageMark } from './page-mark.tsx'
import { unpacked } from './packed.ts'
import { painted } from './painted.ts'
import { Runs } from './runs.ts'
import { screensOf } from './screens.tsx'

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
  host.value = {
    url: 'http://127.0.0.1',
    service: (run) => runs.serviceOf(run),
    firstRun: runs.firstRun,
    firstScreen: runs.page.result ? 'result' : 'live',
    firstAccount: (run) => runs.firstAccount(run),
    isPage: true,
  }
  takeRoute()
  follow()
  followLinks()
  effect(() => runs.show(route.value.run))
  // No time passes by itself.
  effect(() => void (accountNow.value = Date.parse(account.value?.clock.now ?? '') || 0))
  const mark = <PageMark runs={runs} />
  render(<App screens={screensOf(runs)} dialogs={[]} mark={mark} alone={['result']} />, app)
}
