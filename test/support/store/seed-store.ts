import { readFileSync } from 'node:fs'
import type { SandboxState } from '../../../src/contract/state.ts'
import { openStore, type StoreOptions } from '../../../src/store/store.ts'
import { smallState } from './database-bytes.ts'

/** A store of one number. */
export type SeedStore = {
  /** What the file held when it was opened. */
  found: number | undefined
  /** Changes the number; resolves once it is in the file. */
  put(seed: number): Promise<void>
  /** What is in memory: the number put last, unless it was rolled back. */
  seed(): number
  close(): Promise<void>
}

/** Opens the file and stores `seed` in it. */
export async function openSeedStore(
  file: string,
  seed: number,
  options: StoreOptions = {},
): Promise<SeedStore> {
  const store = await openStore(file, options)
  let current = seed
  const persistence = await store.persist({
    state: () => ({ ...smallState(), seed: current }),
    rollBack: (state: SandboxState) => (current = state.seed),
  })
  return {
    found: store.found?.seed,
    seed: () => current,
    put(next) {
      current = next
      return persistence.commit()
    },
    close: () => persistence.close(),
  }
}

/** The number that a file holds. */
export function seedIn(file: string): number {
  const { state } = JSON.parse(readFileSync(file, 'utf8')) as { state: SandboxState }
  return state.seed
}
