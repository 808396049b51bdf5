import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { reportOn, rules } from '../../src/core/report/report.ts'
import type { RuleResult } from '../../src/core/report/rule.ts'
import { toEntry } from '../../src/history/file/items.ts'
import { toHistoryFile } from '../../src/history/file/from-sandbox.ts'
import { readHistoryFile } from '../../src/history/file/read.ts'
import { isUsual, timesOf, toDelivery } from '../../src/contract/deliveries.ts'
import type { HistoryFile, HistoryFileItem } from '../../src/contract/history/file.ts'
import { stories } from './stories/stories.ts'
import { play } from './stories/play.ts'
import { shortNames, type Story } from './stories/story.ts'

// Stories of clients that keep the rules, and of clients that break one. `npm run corpus` writes them as
// history files after a change of the stories or of what the sandbox answers.

const folder = fileURLToPath(new URL('corpus', import.meta.url))
const fileOf = ({ name }: Story) =>
  join(folder, `${name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`)

const verdictsFile = join(folder, 'verdicts.json')

const wrong = { 'false alarms': 0, misses: 0 }
afterAll(() => {
  const guilty = stories.filter(isGuilty).length
  const counts = `${stories.length - guilty} innocent and ${guilty} guilty stories`
  const { 'false alarms': alarms, misses } = wrong
  process.stdout.write(`${counts}: ${alarms} false alarms, ${misses} misses\n`)
})

describe('the corpus of stories', () => {
  it('has a file for each story, and no other', () => {
    const names = stories.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    const files = [...stories.map((story) => fileOf(story)), verdictsFile].toSorted()
    expect(
      readdirSync(folder)
        .map((file) => join(folder, file))
        .toSorted(),
    ).toEqual(files)
  })

  it('says beside the files what each rule says about them, and why', async () => {
    const rows = stories.map((story) => {
      const { because } = story
      // A new rule changes only the rows of the stories that exercise it.
      const verdicts = Object.fromEntries(
        Object.entries(expectedOf(story)).filter(([, verdict]) => verdict !== 'not_exercised'),
      )
      return `${JSON.stringify(basename(fileOf(story)))}: ${JSON.stringify({ because, verdicts })}`
    })
    await expect(`{\n${rows.join(',\n')}\n}\n`).toMatchFileSnapshot(verdictsFile)
  })

  it('has a short name for each rule', () => {
    const names = rules.map(({ rule }) => rule)
    expect(Object.values(shortNames).toSorted()).toEqual(names.toSorted())
  })

  it('has at least 80 innocent and 80 guilty stories, and a guilty one for each rule that can fail', () => {
    const guilty = stories.filter(isGuilty)
    expect(guilty.length).toBeGreaterThanOrEqual(80)
    expect(stories.length - guilty.length).toBeGreaterThanOrEqual(80)
    const broken = new Set(guilty.flatMap((story) => failedIn(expectedOf(story))))
    const names = rules.filter(({ broken }) => broken).map(({ rule }) => rule)
    expect([...broken].toSorted()).toEqual(names.toSorted())
  })

  it.each(stories)('$name', async (story) => {
    const file = fileOf(story)
    const sandbox = play(story)
    const made = toHistoryFile(sandbox, [sandbox.account('default')], { version: '0' })
    const text = toText(made)
    await expect(text).toMatchFileSnapshot(file)
    const verdicts = judge(text, file)
    const expected = expectedOf(story)
    const failed = failedIn(verdicts)
    if (failedIn(expected).some((rule) => !failed.includes(rule))) wrong.misses += 1
    if (failed.some((rule) => expected[rule] !== 'fail')) wrong['false alarms'] += 1
    expect(verdicts, story.because).toEqual(expected)
    expect(judge(inOlderVersion(text), file), 'as an older version wrote it').toEqual(expected)
  })
})

/** The same file without the facts that versions before told in words only. */
function inOlderVersion(text: string): string {
  const file = JSON.parse(text) as HistoryFile
  for (const { history } of file.accounts) {
    for (const item of history) {
      if (item.type !== 'call') continue
      delete item.refused
      const { reason } = item.key
      delete item.key.reason
      if (reason) item.key.missing = reason === 'missing' || reason === 'malformed'
    }
  }
  return JSON.stringify(file)
}

function isGuilty({ verdicts }: Story): boolean {
  return verdicts.includes('=fail')
}

type Verdicts = Record<string, RuleResult>

function failedIn(verdicts: Verdicts): string[] {
  return Object.keys(verdicts).filter((rule) => verdicts[rule] === 'fail')
}

/** One item a line, so that a file is short and a change of a story is a change of few lines. */
function toText({ accounts, ...head }: HistoryFile): string {
  const [{ history, ...account }] = accounts as [HistoryFile['accounts'][number]]
  const opening = JSON.stringify({ ...head, accounts: [{ ...account, history: [] }] })
  const items = history.map((item) => JSON.stringify(withoutUsual(item))).join(',\n')
  return `${opening.slice(0, -4)}\n${items}\n]}]}\n`
}

/** A delivery that no fault changed stands in no file: a new one changes only the stories that have it. */
function withoutUsual(item: HistoryFileItem): HistoryFileItem {
  if (item.type !== 'call') return item
  const { delivery: _whole, ...rest } = item
  const delivery = toDelivery(item.delivery)
  return isUsual(delivery)
    ? rest
    : { ...rest, delivery: { kind: delivery.kind, ...timesOf(delivery) } }
}

function judge(text: string, file: string): Verdicts {
  const judged = readHistoryFile(text, file).accounts.map(({ name, history }) => ({
    name,
    history: history.map((item) => toEntry(item, name)),
    forgotten: 0,
  }))
  const { etiquette } = reportOn(judged)
  return Object.fromEntries(etiquette.map(({ rule, verdict }) => [rule, verdict]))
}

/** All rules: those that are not named are not exercised, except that each call exists and bodies are JSON. */
function expectedOf({ verdicts, script }: Story): Verdicts {
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
