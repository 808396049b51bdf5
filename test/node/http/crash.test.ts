import { expect, it, onTestFinished } from 'vitest'
import { loadCatalog } from '../../../src/node/files/scenario-catalog.ts'
import { checkAnswer } from '../../hostile/support/check-answer.ts'
import { exchange } from '../../hostile/support/exchange.ts'
import { startHostile } from '../../hostile/support/hostile-sandbox.ts'
import { control, get, postJson } from '../../hostile/support/row.ts'

const boom = (sent: string) => sent.replace('sandbox_default', 'sandbox_boom')

it.each([
  ['a list', boom(get('/v1/aliases'))],
  ['a creation', boom(postJson('{}'))],
  ['the control API', control('POST accounts', '{"scenario":"boom"}')],
])(
  '%s that triggers a bug gets 500 in JSON, the bug is reported once, and the sandbox continues',
  async (_what, sent) => {
    const shipped = await loadCatalog()
    // A failing catalog stands for any unexpected bug.
    const catalog = {
      names: () => shipped.names(),
      find(name: string) {
        if (name === 'boom') throw new Error('at shelf.ts:1:1 it is on fire')
        return shipped.find(name)
      },
    }
    const sandbox = await startHostile({ catalog })
    onTestFinished(() => sandbox.running.close())
    const before = sandbox.state()
    const { answers, followUp } = await exchange(sandbox.running.port, sent, 1)
    expect([answers.map(({ status }) => status), followUp?.status]).toEqual([[500], 200])
    checkAnswer(answers[0]!, sent)
    expect(answers[0]!.body).not.toContain('fire')
    expect(sandbox.crashes.map(String)).toEqual(['Error: at shelf.ts:1:1 it is on fire'])
    expect(sandbox.state()).toBe(before)
  },
)
