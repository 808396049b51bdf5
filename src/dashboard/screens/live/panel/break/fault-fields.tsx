import { ChoiceField, LinesField, TextField } from '../../../../components/form/field.tsx'
import { Select } from '../../../../components/form/select.tsx'
import { capitalized } from '../../../../../words/capitals.ts'
import { operations, type Operation } from '../../../../../contract/operations.ts'
import type { FaultField } from '../../../../../words/fault-form.ts'
import { faultFields, faultGroups, isOnlyForCreations } from '../../../../../words/faults.ts'
import { operationNouns } from '../../../../../words/operations.ts'
import { ownKey, type FaultEntry, type Problems } from './fault-entry.ts'

type FieldsProps = {
  entry: FaultEntry
  problems: Problems
  change: (changed: Partial<FaultEntry>) => void
}

/** The kind of fault, and the arguments of this kind alone. */
export function WhatFields({ entry, problems, change }: FieldsProps) {
  return (
    <>
      <ChoiceField
        label="What goes wrong"
        value={entry.kind}
        groups={faultGroups}
        onChange={(kind) => change({ kind })}
      />
      <KindFields entry={entry} problems={problems} change={change} />
    </>
  )
}

/** A field for each argument of the kind: those of one line beside each other, then those of several. */
function KindFields({ entry, problems, change }: FieldsProps) {
  const fields = faultFields(entry.kind).map(([name, field]) => {
    const key = ownKey(entry, name)
    return (
      <ArgumentField
        key={key}
        field={field}
        value={entry.own[key] ?? field.initial}
        problem={problems[key]}
        onInput={(text) => change({ own: { ...entry.own, [key]: text } })}
      />
    )
  })
  const isShort = ({ props }: (typeof fields)[number]) => !('lines' in props.field)
  const short = fields.filter(isShort)
  return (
    <>
      {short.length > 1 ? <div class="row">{short}</div> : short}
      {fields.filter((each) => !isShort(each))}
    </>
  )
}

type ArgumentFieldProps = {
  field: FaultField
  value: string
  problem: string | undefined
  onInput: (text: string) => void
}

function ArgumentField({ field, ...entered }: ArgumentFieldProps): preact.JSX.Element {
  const { label, type } = field
  switch (type) {
    case 'whole':
    case 'seconds':
      return (
        <TextField label={label} inputMode={type === 'whole' ? 'numeric' : 'decimal'} {...entered}>
          {field.unit !== undefined && <span>{field.unit}</span>}
        </TextField>
      )
    case 'choice':
      return (
        <ChoiceField
          label={label}
          value={entered.value}
          options={field.options.map(([option]) => [option, capitalized(option)])}
          onChange={entered.onInput}
        />
      )
    case 'headers':
    case 'json':
      return <LinesField label={label} rows={field.lines} spellcheck={false} {...entered} />
  }
}

const extents = [
  ['next', 'the next requests'],
  ['for', 'for a while'],
  ['always', 'until I stop it'],
] as const

const units = [
  ['s', 'seconds'],
  ['m', 'minutes'],
  ['h', 'hours'],
] as const

function toOption(operation: Operation): [Operation, string] {
  return [operation, operationNouns(operation)[1]]
}

/** The requests that it affects, and how long it lasts. */
export function WhenFields({ entry, problems, change }: FieldsProps) {
  const isFixed = isOnlyForCreations(entry.kind)
  return (
    <>
      <div class="row">
        <ChoiceField
          label="Which requests"
          value={isFixed ? 'create' : entry.operation}
          options={[['any', 'any request'], ...operations.map(toOption)]}
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
      <div class="row">
        {entry.extent === 'next' && (
          <CountField label="How many requests" field="times" {...{ entry, problems, change }} />
        )}
        {entry.extent === 'for' && (
          <>
            <CountField label="For" field="length" {...{ entry, problems, change }}>
              <Select
                label="Unit of time"
                value={entry.unit}
                options={units}
                onChange={(unit) => change({ unit })}
              />
            </CountField>
            <CountField
              label="At most (empty: all)"
              field="most"
              {...{ entry, problems, change }}
            />
          </>
        )}
        <CountField
          label="Requests that pass first"
          field="skip"
          {...{ entry, problems, change }}
        />
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
      inputMode="numeric"
      value={entry[field]}
      problem={problems[field]}
      onInput={(text) => change({ [field]: text })}
    >
      {children}
    </TextField>
  )
}
