import { expect, it } from 'vitest'
import { faultKinds, faultSpec } from '../../src/contract/faults.ts'
import { check } from '../../src/contract/values/validation-issue.ts'
import {
  emptyEntry,
  ownKey,
  readEntry,
} from '../../src/dashboard/screens/live/panel/break/fault-entry.ts'
import { faultFields } from '../../src/words/faults.ts'

// The form of the dashboard is made from the fields of each kind of fault.

it.each(faultKinds)('the form arms %s as it opens', (kind) => {
  const read = readEntry({ ...emptyEntry, kind })
  if (!('args' in read)) throw new Error(JSON.stringify(read.problems))
  expect(check(faultSpec, read.args)).toMatchObject({ ok: true })
})

it.each(faultKinds)('the limits of the fields of %s are those of its arguments', (kind) => {
  for (const [name, field] of faultFields(kind)) {
    if (!('range' in field)) continue
    const scale = field.type === 'seconds' ? 1_000 : 1
    for (const [number, isAllowed] of [
      [field.range[0], true],
      [field.range[1], true],
      [field.range[0] - 1, false],
      [field.range[1] + 1, false],
    ] as const) {
      const own = { [ownKey({ ...emptyEntry, kind }, name)]: String(number / scale) }
      const read = readEntry({ ...emptyEntry, kind, own })
      expect('args' in read, `${name} ${number}`).toBe(isAllowed)
      if ('args' in read)
        expect(check(faultSpec, read.args), `${name} ${number}`).toMatchObject({ ok: true })
    }
  }
})
