import { limits } from '../../src/contract/limits.ts'
import { expect, it } from 'vitest'
import { SentMessages } from '../../src/core/inbox/sent-messages.ts'
import type { ActionEntry } from '../../src/core/record/history-entry.ts'

const MIB = 1_048_576

it.each([
  ['bytes', { raw: 'x'.repeat(MIB), headers: [] }],
  ['headers', { raw: 'x', headers: Array.from({ length: 10_000 }, () => ({ name: 'X', value: 'y' })) }],
])('of many messages with large %s the oldest are left out, and the last one is kept', (_what, message) => {
  const kept = new SentMessages()
  const deliveries = Array.from(
    { length: limits.keptMailBytes.value / MIB },
    () => ({ arguments: {}, result: {} }) as ActionEntry,
  )
  for (const delivery of deliveries) kept.keep(delivery, { ...message, attachments: [] })
  expect(kept.find(deliveries[0]!)).toBeUndefined()
  expect(kept.find(deliveries.at(-1)!)).toBeDefined()
}) // prettier-ignore
