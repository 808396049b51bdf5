import type { Entry } from '../../src/contract/history/entry.ts'
import { limits } from '../../src/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { readSession } from '../../src/history/session/read-session.ts'
import { toSessionText } from '../../src/history/session/write.ts'
import { fileOf, listEntry } from '../support/history/small-file.ts'

/** An action with many small values. */
function actionWith(values: number): Entry {
  const { at, real_at } = listEntry(2)
  const place = { order: 2, id: 'act_1', account: 'default', at, real_at }
  const refused = { status: 400, message: 'no' }
  const many = Array.from({ length: values }, () => 0)
  return { ...place, type: 'action', action: 'reset', arguments: many, origin: 'cli', refused }
}

describe('the text of a session', () => {
  it('can be read again, however many values an entry has', { tags: ['long'] }, () => {
    const max = limits.stateBytes.value
    for (const values of [3, 2_000_000]) {
      const file = fileOf([listEntry(1), actionWith(values), listEntry(3)])
      const text = toSessionText(file)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max)
      expect(readSession(text, 'x.json')).toEqual(file)
    }
  })

  it('has a line for each entry', () => {
    const entries = Array.from({ length: 30 }, (_, at) => listEntry(at + 1))
    const lines = toSessionText(fileOf(entries)).split('\n')
    for (const entry of entries) {
      expect(lines.filter((line) => line.includes(`"id":"${entry.id}"`))).toHaveLength(1)
    }
  })

  it('is refused when nobody could read it', () => {
    const body = '€'.repeat(limits.stateBytes.value / 3)
    const call = { ...listEntry(1), response: { status: 200, headers: {}, body } }
    expect(() => toSessionText(fileOf([call]))).toThrow('the session would exceed 32 MiB')
  })
})
