import type { ComponentChildren } from 'preact'
import { keep, recall } from '../../state/browser/stored.ts'
import { useState } from 'preact/hooks'
import { CopyButton } from '../../components/copy-button.tsx'
import { firstCalls, type Language } from './first-calls.ts'

const STORED = 'alias-sandbox-language'

/** A call to paste into a terminal, and the same in the language that was chosen last. */
export function FirstCall({ origin, apiKey }: { origin: string; apiKey: string }) {
  const [language, setLanguage] = useState(readLanguage)
  const url = `${origin}/v1/aliases`
  const choose = (chosen: Language) => {
    setLanguage(chosen)
    keep(STORED, chosen)
  }
  return (
    <div class="first-call">
      <Line text={firstCalls.curl.line(url, apiKey)} name="curl">
        <span>In a terminal</span>
      </Line>
      <Line text={firstCalls[language].line(url, apiKey)} name={firstCalls[language].name}>
        <select
          aria-label="Language"
          value={language}
          onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {firstCalls[each].name}
            </option>
          ))}
        </select>
      </Line>
    </div>
  )
}

const languages = (Object.keys(firstCalls) as (Language | 'curl')[]).filter(
  (each) => each !== 'curl',
)

function readLanguage(): Language {
  const stored = recall(STORED)
  return languages.find((each) => each === stored) ?? 'javascript'
}

type LineProps = { text: string; name: string; children: ComponentChildren }

function Line({ text, name, children }: LineProps) {
  return (
    <>
      <div class="row spread">
        {children}
        <CopyButton text={() => text} said={`The ${name} line was copied.`}>
          {`Copy ${name}`}
        </CopyButton>
      </div>
      <pre tabIndex={0}>{text}</pre>
    </>
  )
}
