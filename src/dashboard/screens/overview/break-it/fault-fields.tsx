import { ChoiceField, TextField } from '../../../components/form/field.tsx'
import { faultGroups, isOnlyForCreations, type FaultWords } from '../../../../words/faults.ts'
import type { FaultEntry, Problems } from './fault-entry.ts'
import { LinesField } from './lines-field.tsx'

type FieldsProps = {
  entry: FaultEntry
  problems: Problems
  change: (changed: Partial<FaultEntry>) => void
}

/** What goes wrong, and what only this kind can say. */
export function WhatFields({ entry, problems, change }: FieldsProps) {
  return (
    <>
      <label class="field">
        <span>What goes wrong</span>
        <select
          value={entry.kind}
          onChange={({ currentTarget }) =>
            change({ kind: currentTarget.value as FaultWords['kind'] })
          }
        >
          {faultGroups.map(([group, options]) => (
            <optgroup key={group} label={group}>
              {options.map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <KindFields entry={entry} problems={problems} change={change} />
    </>
  )
}

function KindFields({ entry, problems, change }: FieldsProps) {
  switch (entry.kind) {
    case 'delay':
      return (
        <TextField
          label="Slow by"
          mode="decimal"
          value={entry.seconds}
          problem={problems.seconds}
          onInput={(seconds) => change({ seconds })}
        >
          <span>seconds of real time</span>
        </TextField>
      )
    case 'garbage':
      return (
        <TextField
          label="Status of the page"
          mode="numeric"
          value={entry.pageStatus}
          problem={problems.pageStatus}
          onInput={(pageStatus) => change({ pageStatus })}
        />
      )
    case 'server_error':
      return (
        <div class="row">
          <ChoiceField
            label="Status"
            value={entry.errorStatus}
            options={errorStatuses}
            onChange={(errorStatus) => change({ errorStatus })}
          />
          <EffectField entry={entry} change={change} />
        </div>
      )
    case 'burst':
    case 'outage':
      return (
        <TextField
          label="Retry-After (empty: as usual)"
          mode="numeric"
          value={entry.wait}
          problem={problems.wait}
          onInput={(wait) => change({ wait })}
        >
          <span>seconds</span>
        </TextField>
      )
    case 'answer':
      return (
        <>
          <div class="row">
            <TextField
              label="Status"
              mode="numeric"
              value={entry.ownStatus}
              problem={problems.ownStatus}
              onInput={(ownStatus) => change({ ownStatus })}
            />
            <EffectField entry={entry} change={change} />
          </div>
          <LinesField
            label="Body, as JSON (empty: none)"
            rows={5}
            value={entry.ownBody}
            problem={problems.ownBody}
            onInput={(ownBody) => change({ ownBody })}
          />
          <LinesField
            label="Headers, one per line (empty: none)"
            rows={2}
            value={entry.ownHeaders}
            problem={problems.ownHeaders}
            onInput={(ownHeaders) => change({ ownHeaders })}
          />
        </>
      )
    case 'hang':
      return <EffectField entry={entry} change={change} />
    default:
      return null
  }
}

const errorStatuses = [
  ['500', '500'],
  ['502', '502'],
  ['504', '504'],
] as const

function EffectField({ entry, change }: Omit<FieldsProps, 'problems'>) {
  return (
    <ChoiceField
      label="Does the call take effect?"
      value={entry.effect}
      options={[
        ['no', 'No'],
        ['yes', 'Yes'],
      ]}
      onChange={(effect) => change({ effect })}
    />
  )
}

const extents = [
  ['next', 'the next calls'],
  ['for', 'for a while'],
  ['always', 'until I stop it'],
] as const

const units = [
  ['s', 'seconds'],
  ['m', 'minutes'],
  ['h', 'hours'],
] as const

/** Which calls it happens to, and for how long. */
export function WhenFields({ entry, problems, change }: FieldsProps) {
  const isFixed = isOnlyForCreations(entry.kind)
  return (
    <>
      <div class="row">
        <ChoiceField
          label="Which calls"
          value={isFixed ? 'create' : entry.operation}
          options={[
            ['any', 'any call'],
            ['create', 'creations'],
            ['list', 'lists'],
          ]}
          fixed={isFixed ? 'Only creations can meet this.' : undefined}
          onChange={(operation) => change({ operation })}
        />
        <ChoiceField
          label="How long"
          value={entry.extent}
          options={extents}
          onChange={(extent) => change({ extent })}
        />
      </div>
      <div class="row top-aligned">
        {entry.extent === 'next' && (
          <CountField label="How many calls" field="times" {...{ entry, problems, change }} />
        )}
        {entry.extent === 'for' && (
          <>
            <CountField label="For" field="length" {...{ entry, problems, change }}>
              <select
                aria-label="Unit of time"
                value={entry.unit}
                onChange={({ currentTarget }) =>
                  change({ unit: currentTarget.value as FaultEntry['unit'] })
                }
              >
                {units.map(([unit, label]) => (
                  <option key={unit} value={unit}>
                    {label}
                  </option>
                ))}
              </select>
            </CountField>
            <CountField
              label="At most calls (empty: all)"
              field="most"
              {...{ entry, problems, change }}
            />
          </>
        )}
        <CountField label="Calls that pass first" field="skip" {...{ entry, problems, change }} />
      </div>
    </>
  )
}

type CountFieldProps = FieldsProps & {
  label: string
  field: 'times' | 'length' | 'most' | 'skip'
  children?: preact.ComponentChildren
}

function CountField({ label, field, entry, problems, change, children }: CountFieldProps) {
  return (
    <TextField
      label={label}
      mode="numeric"
      value={entry[field]}
      problem={problems[field]}
      onInput={(text) => change({ [field]: text })}
    >
      {children}
    </TextField>
  )
}
