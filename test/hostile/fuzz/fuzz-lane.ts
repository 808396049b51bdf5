import { expect } from 'vitest'
import { seedRandom, type Random } from '../../../src/core/random/random.ts'
import { checkAnswer } from '../support/check-answer.ts'
import { startHostile, type HostileSandbox } from '../support/hostile-sandbox.ts'
import { readAnswers } from '../support/read-answers.ts'
import { get } from '../support/row.ts'
import { allRows } from './all-rows.ts'
import { mutate } from './mutate.ts'
import { sendAndClose } from './send-and-close.ts'
import { becomes, stateOf, type SandboxState } from '../../support/core/states.ts'

/** All possible statuses without limits and faults. */
const documented = [
  100, 200, 201, 204, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 417, 431, 501,
]

/** Sends mutated rows to its own sandbox, one after the other. @throws Error at the first undocumented answer. */
export async function runLane(seed: number, requests: number): Promise<Map<number, number>> {
  const random = seedRandom(seed)
  const sandbox = await startHostile()
  const seen = new Map<number, number>()
  try {
    const fresh = JSON.stringify(stateOf(sandbox.running.sandbox, 0))
    for (let number = 0; number < requests; number += 1) {
      const { name, sent } = mutated(random)
      try {
        for (const status of await hold(sandbox, sent))
          seen.set(status, (seen.get(status) ?? 0) + 1)
        becomes(sandbox.running.sandbox, JSON.parse(fresh) as SandboxState)
      } catch (error) {
        const where = `request ${number} of lane ${seed}, from "${name}": ${JSON.stringify(sent)}`
        throw new Error(`${where}\n${String(error)}`, { cause: error })
      }
    }
    expect(await sendAndClose(sandbox.running.port, get('/v1/aliases'))).toContain('HTTP/1.1 200 ')
  } finally {
    await sandbox.running.close()
  }
  return seen
}

/** Without `requests/wait`: with one more digit in its timeout it would rightly wait for minutes. */
const mutable = allRows.filter(({ sent }) => !sent.includes('/requests/wait'))

function mutated(random: Random): { name: string; sent: string } {
  const { name, sent } = mutable[random.below(mutable.length)]!
  return { name, sent: mutate(sent, random) }
}

/** Sends one request and checks all that must hold for any bytes. */
async function hold(sandbox: HostileSandbox, sent: string): Promise<number[]> {
  const before = sandbox.defaultState()
  const text = await sendAndClose(sandbox.running.port, sent)
  const { answers, rest } = readAll(text, sent)
  expect(rest).toBe('')
  // A client that closes its side gets no work done for it that takes longer than the call itself.
  const allowed = sent.includes('/_sandbox/') ? [...documented, 503] : documented
  for (const answer of answers) {
    expect(allowed).toContain(answer.status)
    if (answer.status >= 200) checkAnswer(answer, sent)
  }
  expect(sandbox.crashes).toEqual([])
  const statuses = answers.map(({ status }) => status)
  // Only an accepted request may change anything.
  if (!statuses.some((status) => status >= 200 && status < 300)) {
    expect(sandbox.defaultState()).toBe(before)
  }
  return statuses
}

/** The answer to an unparsable HEAD has a body, because the server cannot know the method. */
function readAll(text: string, sent: string) {
  const read = readAnswers(text, sent.startsWith('HEAD '))
  return read.rest === '' ? read : readAnswers(text, false)
}
