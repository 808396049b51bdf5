import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startSandbox, type Account } from '../../../src/index.ts'
import '../../support/process/fresh-build.js' // dist/skip-waits.cjs
import { clients } from './clients.ts'

/** In real time a test would not end. */
const HOURS_MS = 10 * 3_600_000

type WaitCase = {
  title: string
  arrange: (account: Account) => Promise<unknown>
  secondsLess: number
  verdicts: Record<string, string>
}

/** The reasons for a wait, the seconds by which a client cuts it short, and the verdict on it. */
const scenarios: WaitCase[] = [
  {
    title: 'an outage',
    arrange: (account) => account.fail('outage', { for: '20s' }),
    secondsLess: 0,
    verdicts: { waits_out_outage: 'pass' },
  },
  {
    title: 'an outage, a second too short',
    arrange: (account) => account.fail('outage', { for: '20s' }),
    secondsLess: 1,
    verdicts: { waits_out_outage: 'fail' },
  },
  {
    title: 'an outage of two waits',
    arrange: (account) => account.fail('outage', { for: '50s' }),
    secondsLess: 0,
    verdicts: { waits_out_outage: 'pass' },
  },
  {
    title: 'a full minute',
    arrange: (account) => account.do('set_usage', { burst: 60, burst_resets_in: '40s' }),
    secondsLess: 0,
    verdicts: { waits_out_burst: 'pass' },
  },
  {
    title: 'a full minute, a second too short',
    arrange: (account) => account.do('set_usage', { burst: 60, burst_resets_in: '30s' }),
    secondsLess: 1,
    verdicts: { waits_out_burst: 'fail' },
  },
]

describe.each(Object.entries(clients))('%s', (_client, call) => {
  it.each(scenarios)('is judged as in real time after $title', async (scenario) => {
    const { arrange, secondsLess, verdicts } = scenario
    await using sandbox = await startSandbox({ frozen: true })
    const account = await sandbox.account()
    await arrange(account)
    await account.clock.skipWaits(async () => {
      await call(account, secondsLess).catch(() => {})
      await sleep(HOURS_MS)
    })
    const { etiquette } = await account.report()
    const judged = etiquette.filter(
      ({ rule, verdict }) => rule.startsWith('waits') && verdict !== 'not_exercised',
    )
    expect(Object.fromEntries(judged.map(({ rule, verdict }) => [rule, verdict]))).toEqual(verdicts)
  })
})
