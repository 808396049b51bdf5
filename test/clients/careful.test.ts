import { describe, expect, it, onTestFinished } from 'vitest'
import { connectSandbox, type Sandbox } from '../../src/index.ts'
import { childSandbox } from '../support/process/child-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { senders, type SenderAnswer, type Sender } from './senders.ts'

// Suites of ten tests at once, each with an account of its own, which share a client and its connections.
// Every test keeps the rules, so none may be accused, in whatever order its calls arrive.

/** `CLIENT_ROUNDS` raises how often each suite is run. */
const rounds = Number(process.env['CLIENT_ROUNDS'] ?? 2)
const TESTS = 10
const states = [
  'plus',
  'past_due',
  'key_revoked',
  'outage_blip',
  'burst_minus_one',
  'daily_cap_minus_one',
]

type Test = { sandbox: Sandbox; account: string; send: (method: string) => Promise<SenderAnswer> }

/** Makes calls at once and others after it, and does what each answer asks for. */
async function runTest(test: Test, isInTurn: boolean): Promise<void> {
  const calls = ['GET', 'POST', 'POST']
  for (let part = 0; part < 2; part += 1) {
    const together = isInTurn ? calls.map((method) => [method]) : [calls]
    for (const methods of [...together, ['GET']]) {
      if (!(await isFollowed(test, await Promise.all(methods.map(test.send))))) return
    }
  }
}

/** Waits until its account's clock is where the answers ask for; false if a person has to do something. */
async function isFollowed({ sandbox, account }: Test, answers: SenderAnswer[]): Promise<boolean> {
  if (answers.some(({ status }) => status === 401 || status === 403)) return false
  const { clock } = await sandbox.accountNamed(account)
  const longest = Math.max(...answers.map(({ wait }) => Number(wait ?? 0)))
  if (longest > 0) await clock.advance(`${longest}s`)
  const isDaily = answers.some(({ status, wait }) => status === 429 && wait === null)
  if (isDaily) await clock.advanceTo('utc_midnight')
  return true
}

async function runSuite(sandbox: Sandbox, { isInTurn = false }: Sender, send: SendTo) {
  const tests = Array.from({ length: TESTS }, (_, index) => {
    const account = `${states[index % states.length]}-${index}`
    const headers = { authorization: `Bearer sandbox_${account}` }
    const url = `${sandbox.url}/v1/aliases`
    return runTest({ sandbox, account, send: (method) => send({ url, method, headers }) }, isInTurn)
  })
  await Promise.all(tests)
}

type SendTo = ReturnType<Sender['open']>['send']

describe('a suite of ten careful tests at once is not accused', () => {
  for (const sender of senders) {
    it(sender.name, needs(...(sender.tool === undefined ? [] : [sender.tool])), async () => {
      const { url } = await childSandbox(['--scenario', 'plus'])
      const sandbox = await connectSandbox(url)
      const { send, close } = sender.open()
      onTestFinished(async () => {
        await close()
        await sandbox.close()
      })
      for (let round = 1; round <= rounds; round += 1) {
        await runSuite(sandbox, sender, send)
        const { calls, etiquette } = await sandbox.report()
        expect(calls).toBeGreaterThan(TESTS)
        const accused = etiquette.filter(({ verdict }) => verdict === 'fail')
        expect({ round, accused }).toEqual({ round, accused: [] })
        await sandbox.reset()
      }
    })
  }
})
