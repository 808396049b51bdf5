import { readFileSync } from 'node:fs'
import { openStore, type StoreOptions } from '../../../src/node/store/store.ts'
import { smallSession } from './database-bytes.ts'

/** A store that holds one number. */
export type SeedStore = {
  /** The content of the file when it was opened. */
  found: number | undefined
  /** Changes the number; resolves when it is in the file. */
  put(seed: number): Promise<void>
  /** The number in memory: the last one set, unless it was rolled back. */
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
  const persistence = await store.persist(() => {
    const written = current
    const text = JSON.stringify({ ...smallSession(), seed: written })
    return { text, goBack: () => (current = written) }
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

/** Reads the number from a file. */
export function seedIn(file: string): number {
  const { seed } = JSON.parse(readFileSync(file, 'utf8')) as { seed: number }
  return seed
}
