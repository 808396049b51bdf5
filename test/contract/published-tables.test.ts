import { describe, expect, it } from 'vitest'
import { actionNames, actionRow } from '../../src/contract/actions.ts'
import { choiceIds, choiceRow } from '../../src/contract/choices/choices.ts'
import { errors, type ErrorRow } from '../../src/contract/errors.ts'
import { faultKinds, faultRow, injectedKinds } from '../../src/contract/faults.ts'
import { rules } from '../../src/contract/rules.ts'
import { tableRows } from '../support/markdown-table.ts'

// The tables in the documentation repeat those of src/contract. These tests compare them word for word.

const fidelity = 'docs/fidelity.md'
const code = (text: string | number | boolean) => `\`${text}\``

describe('docs/fidelity.md lists every choice as in the code', () => {
  const message = tableRows(
    fidelity,
    'choice | question | what we do | what else could be | source',
  )

  it('in the order of the table', () => {
    expect(message.map(([id]) => id)).toEqual(choiceIds.map(code))
  })

  it.each(choiceIds)('%s', (id) => {
    const { question, default: standard, means, alternatives, also, source } = choiceRow(id)
    const others = alternatives.map(({ value, tier }) => `${code(value)} ${tier}`)
    const range = also ? [also.what] : []
    expect(message[choiceIds.indexOf(id)]).toEqual([
      code(id),
      question,
      `${code(standard)}: ${means}`,
      [...others, ...range].join(', '),
      source,
    ])
  })
})

describe('the documentation lists every refusal as it is answered', () => {
  const message = tableRows(fidelity, 'outcome | status | body | Retry-After | source')
  const rows: [string, ErrorRow][] = Object.entries(errors)
  const waits = { window: 'until the window resets', none: '-' }

  it('in the order of the table, documented ones first', () => {
    expect(message.map(([name]) => name)).toEqual(rows.map(([name]) => code(name)))
  })

  it.each(rows)('%s', (name, row) => {
    const wait = row.retryAfter ?? 'none'
    expect(message.find(([message]) => message === code(name))).toEqual([
      code(name),
      String(row.status),
      row.code === undefined ? '`{message}`' : '`{code, description}`',
      typeof wait === 'number' ? String(wait) : waits[wait],
      row.source,
    ])
  })
})

it('every number from the API document is listed with its section', () => {
  const written = Object.entries(rules).map(([name, { source, ...values }]) => [
    code(name),
    Object.entries(values)
      .map(([key, value]) => `${key} ${JSON.stringify(value).replaceAll('"', '')}`)
      .join(', '),
    source,
  ])
  expect(tableRows(fidelity, 'rule | value | source')).toEqual(written)
})

describe('docs/control-api.md lists every action and fault', () => {
  const documentedActions = tableRows('docs/control-api.md', 'action | arguments | what it does')
  const documentedFaults = tableRows('docs/control-api.md', 'fault | what the client meets | ')

  it('actions with what they do', () => {
    expect(documentedActions.map(([name, , summary]) => [name, summary])).toEqual(
      actionNames.map((name) => [code(name), actionRow(name).summary]),
    )
  })

  it('faults with what the client sees, and whether they are documented', () => {
    expect(documentedFaults).toEqual(
      faultKinds.map((kind) => [
        code(kind),
        faultRow(kind).summary,
        injectedKinds.some((injected) => injected === kind) ? 'injected' : 'documented',
      ]),
    )
  })
})
