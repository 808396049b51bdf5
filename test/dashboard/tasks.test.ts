import { describe, expect, it } from 'vitest'
import { freshSandbox } from '../support/http/fresh-sandbox.ts'
import { needs } from '../support/tools/needs.ts'
import { openDashboard, useBrowser } from './browser.ts'
import { connectClient, countTask, sizes, tasks } from './tasks.js'

useBrowser()

const cases = Object.entries(sizes).flatMap(([width, height]) =>
  Object.keys(tasks).map((name) => [name, Number(width), height] as const),
)

describe('a task takes no more presses and scrolls than it did at 1440', needs('browser'), () => {
  it.each(cases)('%s, at %i', async (name, width, height) => {
    const clock = { now: '2026-03-01T12:00:00Z', mode: 'frozen' } as const
    const sandbox = await freshSandbox({ with: { clock } })
    const addresses = await connectClient(sandbox)
    const page = await openDashboard(sandbox, { viewport: { width, height } })
    const counts = await countTask(name, { page, sandbox, addresses })
    const { most } = tasks[name]!
    expect(counts.presses).toBeLessThanOrEqual(most.presses)
    expect(counts.scrolls).toBeLessThanOrEqual(most.scrolls)
  })
})
