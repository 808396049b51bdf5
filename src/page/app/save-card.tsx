import { toShortScenario } from '../../history/export/to-short-scenario.ts'
import { toSessionLines } from '../../contract/session/lines.ts'
import { download } from '../../dashboard/state/browser/download.ts'
import { tell } from '../../dashboard/state/told.ts'
import { route } from '../../dashboard/state/route.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import type { Session } from '../../contract/session/session.ts'
import { toPageFile } from '../../history/page/to-page-file.ts'
import { pageIds, toPageHtml } from '../../history/page/html.ts'
import { pageText, pageTitle } from '../../history/page/page-text.ts'
import { packed } from './packed.ts'
import type { Runs } from './runs.ts'
import { version } from './version.ts'

/** Saves the session of the account as it is now, in a form that alias-sandbox reads or any browser opens. */
export function SaveCard({ runs }: { runs: Runs }) {
  const save = async (kind: keyof typeof writers) => {
    const { run, account: name } = route.value
    try {
      const { file, text, type } = await writers[kind](runs.opened(run).saved(name), runs)
      download(file, text, type)
      tell('try', `Saved as ${file}.`)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      tell('try', error.message, { isFailure: true })
    }
  }
  return (
    <section class="card stack" aria-labelledby="save">
      <h2 id="save">Save this session</h2>
      <p class="hint">
        As a page for anybody, as a session for <code>alias-sandbox replay</code>, or as a scenario
        with the same outcomes.
      </p>
      <div class="row">
        <button type="button" onClick={() => void save('page')}>
          Save as page
        </button>
        <button type="button" onClick={() => void save('session')}>
          Save as session
        </button>
        <button type="button" onClick={() => void save('scenario')}>
          Save as scenario
        </button>
      </div>
    </section>
  )
}

/** The page has none by name, so what is saved contains those that were loaded. */
const noScenarios = { find: () => undefined, names: () => [] }

/** A scenario is tried under another seed, whose sample texts the page does not carry; no outcome depends on them. */
const noTexts = () => ({ text: () => '' })

const writers = {
  page: async (history: Session, { page }: Runs) => {
    const made = { ...toPageFile({ history }, version), ...textsOf(page) }
    const text = (id: string) => document.getElementById(id)!.textContent
    const policy = document.querySelector('meta[http-equiv]')!.getAttribute('content')!
    const { script, style, licences } = pageIds
    const shell = { policy, script: text(script), style: text(style), licences: text(licences) }
    const html = toPageHtml({
      shell,
      title: pageTitle(made),
      text: pageText(made),
      data: await packed(JSON.stringify(made)),
    })
    return { file: 'session.html', text: html, type: 'text/html' }
  },
  session: (history: Session) => ({
    file: 'session.json',
    text: `${toSessionLines(history)}\n`,
    type: 'application/json',
  }),
  // JSON is YAML.
  scenario: async (history: Session) => {
    const account = history.accounts[0]!
    const stage = { catalog: noScenarios, sampleTexts: noTexts }
    const { exported } = await toShortScenario(history, account, stage)
    const { scenario, steps: expect } = exported
    const title = `History of account ${account.name}`
    const text = `${JSON.stringify({ title, ...scenario, expect }, null, 2)}\n`
    return { file: 'scenario.yaml', text, type: 'application/yaml' }
  },
}

function textsOf({ sample_texts: texts }: Runs['page']) {
  return texts && { sample_texts: texts }
}
