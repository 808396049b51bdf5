import { useState } from 'preact/hooks'
import { client, perform } from './sandbox.ts'
import { SandboxError } from '../client/error.ts'
import type { ScenarioProblem } from '../client/client.ts'

/** Puts the account into a scenario from a file, or shows what is wrong with the file and where. */
export function ScenarioFile() {
  const [file, setFile] = useState('')
  const [problems, setProblems] = useState<readonly ScenarioProblem[]>([])
  const load = async (chosen: File) => {
    setFile(chosen.name)
    setProblems([])
    try {
      const checked = await client.value.checkScenario(await chosen.text(), chosen.name)
      if ('errors' in checked) setProblems(checked.errors)
      else await perform('load_scenario', { scenario: checked.scenario })
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      setProblems([{ line: null, column: null, message: error.message }])
    }
  }
  return (
    <section class="card" aria-labelledby="scenario-file">
      <h2 id="scenario-file">A file of your own</h2>
      <label class="field">
        <span>Scenario file (YAML or JSON), used on this account</span>
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? []
            currentTarget.value = '' // so that the same file can be chosen again
            if (chosen) void load(chosen)
          }}
        />
      </label>
      {problems.length > 0 && (
        <div role="alert">
          <p>
            <b>{file}</b> is not a scenario; nothing was changed.
          </p>
          <ul class="problems">
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
