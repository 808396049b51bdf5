import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Delivery, deliveryKinds, eachDeliveryTime } from '../../src/contract/deliveries.ts'
import { compareAnswers } from '../../src/history/replay/compare-entries.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import type { Session } from '../../src/contract/session/session.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'

// How an answer left the sandbox is a part of it: in files, and when a replay compares.

const delivery: fc.Arbitrary<Delivery> = fc.record({
  kind: fc.constantFrom(...deliveryKinds),
  ...eachDeliveryTime(fc.nat({ max: 600_000 })),
})

function delivered(how: Delivery) {
  return { ...callCore(coreSandbox({})), delivery: how }
}

describe('how an answer left', () => {
  it('makes two answers different as soon as a part of it differs', () => {
    const tellsApart = (one: Delivery, other: Delivery) => {
      const fields = compareAnswers(delivered(one), delivered(other)).map(({ field }) => field)
      expect(fields).toEqual(JSON.stringify(one) === JSON.stringify(other) ? [] : ['delivery'])
    }
    fc.assert(fc.property(delivery, delivery, tellsApart))
  })

  it('is compared by a replay: 50 ms are not 5,000 ms', () => {
    const sandbox = coreSandbox({ faults: [{ kind: 'delay', ms: 50 }] })
    callCore(sandbox)
    const file = toSession(sandbox, [sandbox.account('default')], { version: '0' })
    const replayed = (text: string) => replaySession(readSession(text, 'a.json'), sampleTexts)
    const text = JSON.stringify(file satisfies Session)
    expect(replayed(text).first).toBeUndefined()
    const slower = text.replace('"delay_ms":50', '"delay_ms":5000')
    expect(replayed(slower).first!.answer.differences).toMatchObject([{ field: 'delivery' }])
  })
})
