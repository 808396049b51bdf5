import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Alternatives, HistoryCall } from '../../../state/types.ts'
import { OtherOutcomes } from './other-outcomes.tsx'
import { OtherReadings } from './other-readings.tsx'
import { useAlternatives, type Loaded } from './use-alternatives.ts'

/** What a call would have been answered if the document meant something else, or the service had a problem. */
export function WhatIf({ call }: { call: HistoryCall }) {
  return <Sections key={`${call.account}/${call.id}`} call={call} />
}

function Sections({ call }: { call: HistoryCall }) {
  const [opened, setOpened] = useState({ readings: false, outcomes: false })
  const { loaded, retry } = useAlternatives(call, opened.readings || opened.outcomes)
  const section = (
    name: keyof typeof opened,
    title: string,
    content: (found: Alternatives) => ComponentChildren,
  ) => (
    <details
      class="what-if"
      onToggle={({ currentTarget: { open } }) => setOpened((now) => ({ ...now, [name]: open }))}
    >
      <summary>{title}</summary>
      {opened[name] && <Content loaded={loaded} retry={retry} show={content} />}
    </details>
  )
  return (
    <>
      {section('readings', 'Under other readings of the document', (found) => (
        <OtherReadings found={found} />
      ))}
      {section('outcomes', 'What if the service had …', (found) => (
        <OtherOutcomes call={call} found={found} />
      ))}
    </>
  )
}

type ContentProps = {
  loaded: Loaded
  retry: () => void
  show: (found: Alternatives) => ComponentChildren
}

function Content({ loaded, retry, show }: ContentProps) {
  if (loaded === null) return <p class="hint">Trying the call again under each reading …</p>
  if (!('failure' in loaded)) return <>{show(loaded)}</>
  return (
    <div class="row">
      <p role="alert">The sandbox cannot tell: {loaded.failure}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
