import { describe, expect, it } from 'vitest'
import { operationRow, operations, pathOf, type Operation } from '../../src/contract/operations.ts'
import { situations } from '../../src/dashboard/screens/report/situations.ts'
import { stepWords } from '../../src/hunt/explore/words/call-words.ts'
import { writeAsScenario } from '../../src/history/export/as-scenario.ts'
import { maskSecrets } from '../../src/history/session/mask-secrets.ts'
import { readSession } from '../../src/history/session/read-session.ts'
import { replaySession } from '../../src/history/session/replay-session.ts'
import { lies } from '../../src/hunt/mutate/lies.ts'
import { toJudged } from '../../src/report/judged-account.ts'
import { reportOn } from '../../src/report/report.ts'
import { sampleTexts } from '../../src/node/files/sample-texts.ts'
import { callCore } from '../support/core/core-call.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { historyOf, stage } from '../support/history/exported.ts'

// A call of each operation of the document goes through everything that tells, saves or repeats calls.

const ALIAS = 'lamp'

function called(operation: Operation) {
  const { method } = operationRow(operation)
  const sandbox = coreSandbox({ aliases: [{ id: ALIAS }] })
  const entry = callCore(sandbox, { method, path: pathOf(operation, ALIAS) })
  const account = sandbox.account('default')
  return { entry, account, file: historyOf(sandbox, account) }
}

describe.each(operations)('%s', (operation) => {
  const { method, success } = operationRow(operation)

  it('succeeds, and the journal says so', () => {
    const { entry } = called(operation)
    expect(entry).toMatchObject({ operation, outcome: success, response: { status: 200 } })
    expect(entry.checks.map(({ passed }) => passed)).not.toContain(false)
  })

  it('comes back from a file as it was, masked or not, and a replay answers the same', () => {
    const { file } = called(operation)
    for (const saved of [file, maskSecrets(file)]) {
      const read = readSession(JSON.stringify(saved), 'a.json')
      expect(read).toEqual(saved)
      expect(replaySession(read, sampleTexts)).toMatchObject({ answers: 1, equal: 1 })
    }
  })

  it('is in what is saved as a scenario', async () => {
    const { yaml: text } = await writeAsScenario(called(operation).file, {
      version: '1.0.0',
      stage,
    })
    expect(text).toContain(method)
    expect(text).toContain(pathOf(operation, ALIAS))
  })

  it('is told in words of its own', () => {
    expect(stepWords(called(operation).entry, [])).not.toMatch(/^calls /)
  })

  it('is covered in the report, and the page says how to meet it', () => {
    const { account } = called(operation)
    const { coverage } = reportOn([toJudged(account)])
    expect(coverage).toContainEqual({ outcome: success, documented: true, count: 1 })
    expect(situations).toHaveProperty(success)
  })

  it('is lied about by mutate', () => {
    expect(lies.some(({ outcomes }) => outcomes.includes(success))).toBe(true)
  })
})
