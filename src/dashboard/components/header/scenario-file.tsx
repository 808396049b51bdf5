import { useState } from 'preact/hooks'
import { SandboxError } from '../../../client/error.ts'
import type { ScenarioProblem } from '../../../contract/control/control-shapes.ts'
import { client } from '../../state/client.ts'
import { LinesField } from '../form/field.tsx'
import { FileButton } from '../form/file-button.tsx'
import { Form } from '../form/form.tsx'

/** The file name of pasted text, which becomes the name of the scenario. */
const PASTED = 'pasted.yaml'

/** Reads a scenario of the user's own, or shows the errors in it. */
export function ScenarioFile({ onLoad }: { onLoad: (scenario: object) => Promise<void> }) {
  const [file, setFile] = useState('')
  const [problems, setProblems] = useState<readonly ScenarioProblem[]>([])
  const [pasted, setPasted] = useState('')
  const load = async (text: string, name: string) => {
    setFile(name)
    setProblems([])
    try {
      const asked = { body: { text, file: name } }
      const { scenario } = await client.value.ask('POST scenarios/check', asked)
      await onLoad(scenario)
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      setProblems(error.errors ?? [{ line: null, column: null, message: error.message }])
    }
  }
  return (
    <details>
      <summary>A scenario of your own</summary>
      <FileButton
        accept=".yaml,.yml,.json"
        onFile={(chosen) => void chosen.text().then((text) => load(text, chosen.name))}
      >
        Load a file …
      </FileButton>
      <Form onSubmit={() => load(pasted, PASTED)}>
        <LinesField
          label="Or its text (YAML or JSON)"
          rows={8}
          spellcheck={false}
          required
          value={pasted}
          onInput={setPasted}
        />
        <button type="submit">Start over with it</button>
      </Form>
      {problems.length > 0 && (
        <div role="alert">
          <p>
            <b>
              <bdi>{file}</bdi>
            </b>{' '}
            is not a valid scenario. Nothing was changed.
          </p>
          <ul dir="auto">
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
    </details>
  )
}
