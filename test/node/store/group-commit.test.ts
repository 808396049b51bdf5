import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGroupCommit } from '../../../src/node/store/group-commit.ts'
import { runs } from '../../support/runs.ts'

/** Bursts of changes, and for each write whether it fails. */
const courses = fc.record({
  bursts: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 }),
  failures: fc.array(fc.boolean(), { maxLength: 8 }),
})

/**
 * A change adds a number to a list in memory; a write takes a while and copies the list to the disk,
 * or fails.
 */
function watch(scheduler: fc.Scheduler, failures: readonly boolean[]) {
  let memory: number[] = []
  let disk: readonly number[] = []
  let running = 0
  const seen = { writes: 0, failed: 0, rollBacks: 0, mostAtOnce: 0 }
  const outcomes = new Map<number, 'stored' | 'undone'>()
  const group = makeGroupCommit(
    async () => {
      const copy = [...memory]
      const fails = failures[seen.writes] ?? false
      seen.writes += 1
      running += 1
      seen.mostAtOnce = Math.max(seen.mostAtOnce, running)
      await scheduler.schedule(Promise.resolve(), 'write')
      running -= 1
      if (!fails) disk = copy
      else {
        seen.failed += 1
        throw new Error('full')
      }
    },
    () => {
      seen.rollBacks += 1
      memory = [...disk]
    },
  )
  return {
    group,
    seen,
    outcomes,
    memory: () => memory,
    disk: () => disk,
    change: async (number: number) => {
      memory.push(number)
      const done = group.commit()
      expect(group.pending()).toBe(done) // a reader at this time waits for this commit
      const isStored = await done.then(
        () => true,
        () => false,
      )
      expect(disk.includes(number)).toBe(isStored)
      expect(memory.includes(number)).toBe(isStored)
      outcomes.set(number, isStored ? 'stored' : 'undone')
    },
  }
}

describe('a group commit', () => {
  it('reports the right outcome for each change, for any order and any failures', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), courses, async (scheduler, { bursts, failures }) => {
        const watched = watch(scheduler, failures)
        let made = 0
        const all: Promise<void>[] = []
        for (const burst of bursts) {
          const begin = async () => {
            await scheduler.schedule(Promise.resolve(), 'burst')
            for (let one = 0; one < burst; one += 1) all.push(watched.change((made += 1)))
          }
          void begin()
        }
        await scheduler.waitIdle()
        await Promise.all(all)
        const { seen, outcomes, group } = watched
        expect(outcomes.size).toBe(made) // every change gets an outcome
        expect(watched.disk()).toEqual(
          [...outcomes].filter(([, outcome]) => outcome === 'stored').map(([number]) => number),
        )
        expect(watched.memory()).toEqual(watched.disk())
        expect(seen.mostAtOnce).toBe(1)
        expect(seen.rollBacks).toBe(seen.failed) // one for each failed write
        expect(group.pending()).toBeUndefined()
      }),
      { numRuns: runs(500) },
    ))

  it('writes nothing more when a failed change cannot be undone, and rejects every commit', async () => {
    let writes = 0
    const group = makeGroupCommit(
      async () => {
        writes += 1
        throw new Error('full')
      },
      () => {
        throw new Error('stuck')
      },
    )
    const message = 'full; the change could not be undone in memory either: restart the sandbox'
    const [first, second] = [group.commit(), group.commit()]
    await expect(first).rejects.toThrow(message)
    await expect(second).rejects.toThrow(message)
    await expect(group.pending()).rejects.toThrow(message)
    await expect(group.commit()).rejects.toThrow(message)
    expect(writes).toBe(1)
  })
})
