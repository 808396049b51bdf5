import { afterAll, describe, expect, it } from 'vitest'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn, rules, type JudgedAccount } from '../../src/report/report.ts'
import type { RuleResult } from '../../src/report/rule.ts'
import { toSession } from '../../src/history/session/to-session.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { histories } from './histories/histories.ts'
import { play } from './histories/play.ts'
import { shortNames, type ScriptedClient } from './histories/scripted-client.ts'

// Histories of clients that keep the rules, and of clients that break one.

const wrong = { 'false alarms': 0, misses: 0 }
afterAll(() => {
  const guilty = histories.filter(isGuilty).length
  const counts = `${histories.length - guilty} innocent and ${guilty} guilty histories`
  const { 'false alarms': alarms, misses } = wrong
  process.stdout.write(`${counts}: ${alarms} false alarms, ${misses} misses\n`)
})

describe('the corpus of histories', () => {
  it('has a name for each history', () => {
    const names = histories.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('has a short name for each rule', () => {
    const names = rules.map(({ rule }) => rule)
    expect(Object.values(shortNames).toSorted()).toEqual(names.toSorted())
  })

  it('has at least 80 innocent and 80 guilty histories, and a guilty one for each rule that can fail', () => {
    const guilty = histories.filter(isGuilty)
    expect(guilty.length).toBeGreaterThanOrEqual(80)
    expect(histories.length - guilty.length).toBeGreaterThanOrEqual(80)
    const broken = new Set(guilty.flatMap((history) => failedIn(expectedOf(history))))
    const names = rules.filter(({ broken }) => broken).map(({ rule }) => rule)
    expect([...broken].toSorted()).toEqual(names.toSorted())
  })

  it.each(histories)('$name', (history) => {
    const sandbox = play(history)
    const account = sandbox.account('default')
    const verdicts = verdictsOf([toJudged(account)])
    const expected = expectedOf(history)
    const failed = failedIn(verdicts)
    if (failedIn(expected).some((rule) => !failed.includes(rule))) wrong.misses += 1
    if (failed.some((rule) => expected[rule] !== 'fail')) wrong['false alarms'] += 1
    expect(verdicts, history.because).toEqual(expected)
    for (const { rule, verdict, entries } of reportOn([toJudged(account)]).etiquette) {
      const known = account.history.entries().map(({ id }) => id)
      expect(entries.filter((id) => !known.includes(id))).toEqual([])
      if (verdict === 'fail') expect(entries.length, rule).toBeGreaterThan(0)
    }

    const text = JSON.stringify(toSession(sandbox, [account], { version: '0' }))
    expect(verdictsOf(judgedIn(text)), 'read from its history file').toEqual(expected)
  })
})

function isGuilty({ verdicts }: ScriptedClient): boolean {
  return verdicts.includes('=fail')
}

type Verdicts = Record<string, RuleResult>

function failedIn(verdicts: Verdicts): string[] {
  return Object.keys(verdicts).filter((rule) => verdicts[rule] === 'fail')
}

/** The accounts in the text of a history file. */
function judgedIn(text: string): JudgedAccount[] {
  return readSession(text, 'history.json').accounts.map(({ name, history }) => ({
    name,
    history,
    forgotten: 0,
  }))
}

function verdictsOf(judged: readonly JudgedAccount[]): Verdicts {
  const { etiquette } = reportOn(judged)
  return Object.fromEntries(etiquette.map(({ rule, verdict }) => [rule, verdict]))
}

/** All rules: those that are not named are not exercised, except that each call exists and bodies are JSON. */
function expectedOf({ verdicts, script }: ScriptedClient): Verdicts {
  const named = verdicts.split(' ').map((each) => each.split('=') as [string, RuleResult])
  const expected: Verdicts = Object.fromEntries(rules.map(({ rule }) => [rule, 'not_exercised']))
  expected['offered_operations_only'] = 'pass'
  if (/POST.*\{"/.test(script)) expected['json_content_type'] = 'pass'
  for (const [short, verdict] of named) {
    expect(Object.keys(shortNames)).toContain(short)
    expected[shortNames[short]!] = verdict
  }
  return expected
}
