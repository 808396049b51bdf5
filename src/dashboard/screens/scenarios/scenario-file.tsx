import { FileButton } from '../../components/form/file-button.tsx'
import { useState } from 'preact/hooks'
import { SandboxError } from '../../../client/error.ts'
import type { ScenarioProblem } from '../../../contract/control/control-shapes.ts'
import { client } from '../../state/client.ts'
import { perform } from '../../state/perform.ts'
import { once } from '../../state/under-way.ts'

/** The file name of pasted text, which becomes the name of the scenario. */
const PASTED = 'pasted.yaml'

/** Loads a scenario from a file into the account, or shows the errors in the file. */
export function ScenarioFile() {
  const [file, setFile] = useState('')
  const [problems, setProblems] = useState<readonly ScenarioProblem[]>([])
  const [pasted, setPasted] = useState('')
  const load = async (text: string, name: string) => {
    setFile(name)
    setProblems([])
    try {
      const asked = { body: { text, file: name } }
      const { scenario } = await client.value.ask('POST scenarios/check', asked)
      await perform('load_scenario', { scenario })
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      setProblems(error.errors ?? [{ line: null, column: null, message: error.message }])
    }
  }
  return (
    <section class="card" aria-labelledby="scenario-file">
      <h2 id="scenario-file">Your own file</h2>
      <p class="hint">
        A scenario is a text that you write (YAML or JSON): it says how an account starts.
      </p>
      <FileButton
        accept=".yaml,.yml,.json"
        onFile={(chosen) =>
          void chosen.text().then((text) => once('load', () => load(text, chosen.name)))
        }
      >
        Load a scenario …
      </FileButton>
      <details>
        <summary>Or paste the text</summary>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            void once('load', () => load(pasted, PASTED))
          }}
        >
          <label class="field">
            <span>Text of a scenario</span>
            <textarea
              rows={10}
              spellcheck={false}
              required
              value={pasted}
              onInput={({ currentTarget }) => setPasted(currentTarget.value)}
            />
          </label>
          <div class="row">
            <button type="submit">Load</button>
          </div>
        </form>
      </details>
      {problems.length > 0 && (
        <div role="alert">
          <p>
            <b>{file}</b> is not a valid scenario. Nothing was changed.
          </p>
          <ul class="problems" dir="auto">
            {problems.map(({ line, column, message }, index) => (
              <li key={index}>
                {line !== null && (
                  <b>
                    Line {line}, column {column}:{' '}
                  </b>
                )}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
