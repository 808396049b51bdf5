import { describe, expect, it } from 'vitest'
import { coreTarget } from '../../src/scenario/core-target.ts'
import { runExpect } from '../../src/scenario/expect.ts'
import { shippedScenarios } from '../../src/node/files/scenario-catalog.ts'
import { coreSandbox } from '../support/core/core-sandbox.ts'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { httpTarget } from '../support/http/http-target.ts'

const shipped = shippedScenarios()

/** The scenarios that the package must contain. */
const promised = `
  plus pro trial trial_ending free past_due canceled renewal_fails key_revoked key_rotated empty
  many_pages suspended_mix expiring single_use daily_cap_minus_one daily_cap_reached
  daily_cap_reached_pro near_midnight burst_minus_one burst_exceeded burst_and_daily
  collision_hidden collision collision_repeated outage_blip outage_incident forwarding_exhausted
  tolerant_reader unlimited lost_response slow flaky_edge burned_after_one suspended_bounces
  month_used_up
`
  .trim()
  .split(/\s+/)

it('the package contains every promised scenario', () => {
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(promised))
})

describe.each(shipped)('scenario $name', ({ name, scenario }) => {
  const { title = '', summary = '', expect: steps = [] } = scenario

  it('has a title and a summary in plain words', () => {
    expect(title).toMatch(/^[A-Z].{4,59}[^.]$/)
    expect(summary).toMatch(/^[A-Z0-9].{30,}\.$/)
    expect(summary).not.toMatch(/[`{}]/)
  })

  it('expects something, with the answer to at least one call', () => {
    expect(steps.some((step) => 'call' in step)).toBe(true)
  })

  it('does what it expects, over HTTP', async () => {
    // Only steps move the clock, so that a slow machine does not affect the result.
    const clock = { ...scenario.clock, mode: 'frozen' as const }
    const { url } = await freshSandbox({ scenario: name, with: { clock } })
    expect(await runExpect(httpTarget(url, 'default', 'sandbox_default'), steps)).toEqual([])
  })

  it('does what it expects, in process', async () => {
    const sandbox = coreSandbox(scenario, { name })
    const target = coreTarget(sandbox, sandbox.account('default'))
    expect(await runExpect(target, steps)).toEqual([])
  })

  it('does what it expects again after a reset', async () => {
    const sandbox = coreSandbox(scenario, { name })
    const target = coreTarget(sandbox, sandbox.account('default'))
    await runExpect(target, steps)
    expect(await target.do('reset', {})).toMatchObject({ status: 200 })
    expect(await runExpect(target, steps)).toEqual([])
  })
})
