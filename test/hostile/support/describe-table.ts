import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartOptions } from '../../../src/node/start.ts'
import { checkAnswer } from './check-answer.ts'
import { exchange } from './exchange.ts'
import { startHostile, type HostileSandbox } from './hostile-sandbox.ts'
import { get, type HostileRow } from './row.ts'

const GOOD = get('/v1/aliases', 'Connection: close')

/** Sends every row of a table to one sandbox and checks each answer. */
export function describeTable(
  what: string,
  rows: readonly HostileRow[],
  options: Partial<StartOptions> = {},
): void {
  describe(what, () => {
    let sandbox: HostileSandbox
    beforeAll(async () => {
      sandbox = await startHostile(options)
    })
    afterAll(() => sandbox.running.close())

    it('names each row once', () => {
      expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
    })

    // Not it.each, which truncates long names.
    for (const row of rows) {
      it(`${row.name} → ${row.statuses.join(' or ')} (${row.asks})`, () => hold(row))
    }

    async function hold(row: HostileRow): Promise<void> {
      const { port } = sandbox.running
      const before = { state: sandbox.state(), aliases: sandbox.aliases() }
      const { answers, followUp } = await exchange(port, row.sent, 1 + row.after.length)

      const [first, ...more] = answers
      expect(row.statuses, first?.body).toContain(first?.status)
      expect(more.map(({ status }) => status)).toEqual(row.after)
      for (const answer of answers) checkAnswer(answer, row.sent)
      const isOpen = !row.closes && answers.at(-1)?.headers.get('connection') !== 'close'
      expect(followUp?.status, 'a good request on the same connection').toBe(
        isOpen ? 200 : undefined,
      )
      if (isOpen) expect(followUp?.body).toContain('"service":"alias-sandbox"')

      expect(sandbox.aliases() - before.aliases).toBe(row.creates)
      if (row.creates === 0 && !row.changes) expect(sandbox.state()).toBe(before.state)
      expect(sandbox.crashes).toEqual([])
      const good = await exchange(port, GOOD, 1)
      expect(good.answers.map(({ status }) => status)).toEqual([200])
    }
  })
}
