import type { RequestEntry } from '../../../src/contract/history/entry.ts'
import { describe, expect, it } from 'vitest'
import { documentedErrors } from '../../../src/contract/errors.ts'
import { toJudged } from '../../../src/report/judged-account.ts'
import { reportOn } from '../../../src/report/report.ts'
import { toEtiquetteResult } from '../../../src/results/etiquette-result.ts'
import { resultFormatNames } from '../../../src/contract/control/answer-forms.ts'
import { resultFormats } from '../../../src/results/formats.ts'
import { lies } from '../../../src/hunt/mutate/lies.ts'
import { applyLie, watchForLies } from '../../../src/hunt/mutate/apply-lie.ts'
import { callCore, type CoreCall } from '../../support/core/core-call.ts'
import { coreSandbox } from '../../support/core/core-sandbox.ts'
import { refusals, scenarioOf } from '../../../src/hunt/mutate/refusals.ts'
import { eventfulLife, liveEventfully } from './eventful-life.ts'

const sent = ({ response: { status, headers, body }, delivery }: RequestEntry) =>
  JSON.stringify([status, headers, body, delivery])

describe('the lies', () => {
  it('are about every documented outcome', () => {
    const outcomes = new Set(lies.flatMap((lie) => lie.outcomes))
    expect([...outcomes].toSorted()).toEqual([...documentedErrors, 'created', 'listed'].toSorted())
  })

  it('have names of their own', () => {
    expect(new Set(lies.map(({ id }) => id)).size).toBe(lies.length)
  })

  it('each say what a test does that notices them', () => {
    for (const { id, test } of lies) expect(test, id).toMatch(/^[a-z][^.]+\.$/)
  })

  it.each(refusals)('about %s name a scenario in which a first creation meets it', (outcome) => {
    const scenario = scenarioOf(outcome)
    const key = scenario === null ? {} : { key: `sandbox_${scenario}-1` }
    const call: CoreCall = scenario === null ? { method: 'GET', query: 'limit=many' } : key
    expect(callCore(coreSandbox({}), call).outcome).toBe(outcome)
  })

  const truth = eventfulLife()

  it.each(lies.map((lie) => [lie.id, lie] as const))(
    '%s is told to a client that meets its outcome, and the history says so',
    (id, lie) => {
      const told = applyLie(lie)
      const entries = eventfulLife(told.manner)
      expect(told.isApplied()).toBe(true)
      const marked = entries.filter(({ why }) => why.includes(`But lie ${id}: `))
      expect(marked.length).toBeGreaterThan(0)
      for (const { basis } of marked) expect(basis).toBe('injected')
      expect(entries.map(sent)).not.toEqual(truth.map(sent))
    },
  )

  it('are all found possible by watching a true service, which they do not change', () => {
    const watch = watchForLies(lies)
    expect(eventfulLife(watch.manner).map(sent)).toEqual(truth.map(sent))
    expect(watch.possible().map(({ id }) => id)).toEqual(lies.map(({ id }) => id))
  })

  it('are not possible where nothing was met that they are about', () => {
    expect(watchForLies(lies).possible()).toEqual([])
  })

  it('change no answer of another outcome', () => {
    const changing = lies.filter(({ outcomes, spares }) => !outcomes.includes('listed') && !spares)
    for (const lie of changing) {
      const entries = eventfulLife(applyLie(lie).manner)
      for (const { outcome, why } of entries)
        if (why.includes('But lie ')) expect(lie.outcomes).toContain(outcome)
    }
  })

  it.each(lies.filter(({ spares }) => spares).map((lie) => [lie.id, lie] as const))(
    '%s: the call is served, and the refusal is nowhere met',
    (_id, lie) => {
      const entries = eventfulLife(applyLie(lie).manner)
      const [spared, ...others] = entries.filter(({ why }) => why.includes('But lie '))
      expect([spared?.outcome, others.length]).toEqual(['created', 0])
      expect(entries.filter(({ outcome }) => lie.outcomes.includes(outcome))).toEqual([])
    },
  )

  it.each(lies.map((lie) => [lie.id, lie] as const))(
    '%s does not keep the sandbox from judging the client',
    (_id, lie) => {
      const { sandbox } = liveEventfully(applyLie(lie).manner)
      const report = reportOn(sandbox.accounts().map(toJudged))
      for (const format of resultFormatNames)
        expect(resultFormats[format](toEtiquetteResult(report))).not.toBe('')
    },
  )

  it('never leave a field undefined by accident: what is JSON stays JSON', () => {
    for (const lie of lies)
      for (const { response } of eventfulLife(applyLie(lie).manner))
        if (response.body.startsWith('{') && !lie.id.endsWith('half_body'))
          expect(() => JSON.parse(response.body) as unknown, lie.id).not.toThrow()
  })
})
