import { describe, expect, it } from 'vitest'
import { storedBounds } from '../../src/contract/values/bounds.ts'
import type { HistoryFile, HistoryFileItemOf } from '../../src/contract/history/file.ts'
import type { AlternativesView } from '../../src/contract/history/shapes.ts'
import { alternativesOf, baseForAlternatives } from '../../src/core/replay/alternatives.ts'
import type { Sandbox } from '../../src/core/sandbox.ts'
import { findAlternatives } from '../../src/derived/alternatives.ts'
import { sampleTexts } from '../../src/scenario/sample-texts.ts'
import { toItem } from '../../src/history/file/items.ts'
import { historyPieces } from '../../src/history/file/text.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'

/** Creates and lists in turn, sometimes a minute later; returns the last call. */
function call(sandbox: Sandbox, count: number) {
  const account = sandbox.account('default')
  for (let made = 0; made < count; made += 1) {
    if (made % 40 === 0) sandbox.perform(account, 'advance_clock', { by: '1m' }, MACHINE_MS)
    const body = JSON.stringify({ label: `alias ${made}`, expires_at: 1_800_000_000 })
    callCore(sandbox, made % 3 === 0 ? { method: 'POST', body } : { method: 'GET' })
  }
  return account.journal.entries().at(-1)!
}

/** The text that is made for the other answers to the last call, and the answers that are made from it. */
function askFor(sandbox: Sandbox, last: ReturnType<typeof call>) {
  const account = sandbox.account('default')
  const text = [
    ...historyPieces(sandbox, [account], {
      version: '0.0.0',
      untilOrder: last.order,
      from: (of) => baseForAlternatives(of, last),
      max: storedBounds.workerTextBytes,
      instead: '',
    }),
  ].join('')
  const options = { call: toItem(last) as HistoryFileItemOf<'call'>, withOutcomes: false }
  const { bytes } = findAlternatives(text, options, sampleTexts)
  const view = JSON.parse(new TextDecoder().decode(bytes)) as AlternativesView
  const [file] = (JSON.parse(text) as HistoryFile).accounts
  return { file: file!, choices: view.choices }
}

describe('the other answers to a call', () => {
  it(
    'are made from the last part of a long history, and are those of the whole one',
    { tags: ['long'] },
    () => {
      const sandbox = coreSandbox({ account: { plan: 'pro' }, populate: 40 })
      const last = call(sandbox, 500)
      const { file, choices } = askFor(sandbox, last)
      expect(file.start.state).toBeDefined()
      expect(file.history.length).toBeLessThan(250)
      const expected = alternativesOf(sandbox.account('default'), last, sandbox)
      expect(expected.length).toBeGreaterThan(3)
      expect(
        choices.map(({ choice, value, answer, differs }) => ({
          choice,
          value,
          body: answer.response.body,
          differs,
        })),
      ).toEqual(
        expected.map(({ choice, value, answer, differences }) => ({
          choice,
          value,
          body: JSON.parse(answer.response.body) as unknown,
          differs: differences.map(({ field }) => field),
        })),
      )
    },
  )

  it('are made from the whole history where it is shorter than the aliases of a later state', () => {
    const sandbox = coreSandbox({ account: { plan: 'pro' } })
    sandbox.perform(sandbox.account('default'), 'populate_aliases', { count: 30_000 }, MACHINE_MS)
    const { file } = askFor(sandbox, call(sandbox, 300))
    expect(file.start.state).toBeUndefined()
    expect(file.history.some(({ type }) => type === 'action')).toBe(true)
  })
})
