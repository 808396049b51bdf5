import { closeSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeFileSystem, type FileSystem } from '../../../src/node/store/file-system.ts'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { TAKEN, takeOver } from '../../support/store/take-over.ts'
import { needs } from '../../support/tools/needs.ts'
import {
  scriptFileSystem,
  type ScriptedFileSystem,
} from '../../support/store/scripted-file-system.ts'
import { openSeedStore, seedIn } from '../../support/store/seed-store.ts'

/** A process that is stopped before its n-th file system call. */
type StoppedProcess<Result> = {
  /** The call; undefined if the process finished before. */
  call: string | undefined
  /** Continues; returns the result or the error. */
  finish(): Promise<Result | Error>
}

async function stopIn<Result>(
  script: ScriptedFileSystem,
  count: number,
  run: () => Promise<Result>,
): Promise<StoppedProcess<Result>> {
  const stop = script.stopBefore(count)
  const result: Promise<Result | Error> = run().catch((error: Error) => error)
  const call = await Promise.race([stop, result.then(() => undefined)])
  return {
    call,
    finish() {
      script.resume()
      return result
    },
  }
}

/** Stops before each call in turn; returns the calls in order. */
async function atEachCall(
  attempt: (stopBefore: number, file: string) => Promise<string | undefined>,
): Promise<string[]> {
  const calls: string[] = []
  for (;;) {
    const call = await attempt(calls.length + 1, join(freshFolder(), 'db.json'))
    if (call === undefined) return calls
    calls.push(call)
  }
}

const filesBeside = (file: string) => readdirSync(dirname(file))

describe('a process that is stopped while another takes over its database', () => {
  it('replaces nothing of the other, wherever it is stopped during a write', async () => {
    const calls = await atEachCall(async (count, file) => {
      const script = scriptFileSystem()
      const lost: string[] = []
      const first = await openSeedStore(file, 1, {
        fileSystem: script.fileSystem,
        onLost: (message) => lost.push(message),
      })
      const write = await stopIn(script, count, () => first.put(2))
      const second = await openSeedStore(file, 3, takeOver())
      await second.put(4)

      const answer = await write.finish()
      expect(seedIn(file)).toBe(4)
      // It may be reported as stored only if the other process has read it.
      expect(answer === undefined ? 2 : 1).toBe(second.found)
      if (answer instanceof Error) expect(answer.message).toContain(`cannot be written: ${TAKEN}`)
      await expect(first.put(5)).rejects.toThrow(TAKEN)
      expect(first.seed()).toBe(second.found)
      await expect(first.close()).rejects.toThrow(TAKEN)
      expect(lost).toEqual([expect.stringContaining(TAKEN)])

      await second.put(6)
      expect(seedIn(file)).toBe(6)
      await second.close()
      expect(filesBeside(file)).toEqual(['db.json'])
      return write.call
    })
    const toTheFolder = 'open writeFile writeFile sync close'
    expect(calls.join(' ')).toBe(`${toTheFolder} rename open sync close`)
  })

  it('does not take back the database, wherever it is stopped while opening', async () => {
    const calls = await atEachCall(async (count, file) => {
      await openSeedStore(file, 1).then((store) => store.close())
      const script = scriptFileSystem()
      const opening = await stopIn(script, count, () =>
        openSeedStore(file, 2, { fileSystem: script.fileSystem }),
      )
      const second = await openSeedStore(file, 3, takeOver())
      await second.put(4)

      const first = await opening.finish()
      expect(seedIn(file)).toBe(4)
      if (!(first instanceof Error)) await expect(first.put(5)).rejects.toThrow(TAKEN)
      await second.put(6)
      expect(seedIn(file)).toBe(6)
      await second.close()
      expect(filesBeside(file)).toEqual(['db.json'])
      return opening.call
    })
    expect(calls.length).toBeGreaterThan(20)
  })

  it('leaves the lock to the other, wherever it is stopped while closing', async () => {
    const calls = await atEachCall(async (count, file) => {
      const script = scriptFileSystem()
      const first = await openSeedStore(file, 1, { fileSystem: script.fileSystem })
      const closing = await stopIn(script, count, () => first.close())
      const second = await openSeedStore(file, 3, takeOver())

      await closing.finish()
      await expect(openSeedStore(file, 4)).rejects.toThrow('is in use by')
      await second.put(5)
      expect(seedIn(file)).toBe(5)
      await second.close()
      expect(filesBeside(file)).toEqual(['db.json'])
      return closing.call
    })
    expect(calls.length).toBeGreaterThan(12)
  })

  it('replaces nothing, wherever it is stopped during its own takeover', async () => {
    const calls = await atEachCall(async (count, file) => {
      const first = await openSeedStore(file, 1)
      const script = scriptFileSystem()
      const opening = await stopIn(script, count, () =>
        openSeedStore(file, 2, {
          fileSystem: script.fileSystem,
          ...takeOver(0),
        }),
      )
      const third = await openSeedStore(file, 3, takeOver(-Infinity, 'a-third-machine'))
      await third.put(4)

      const second = await opening.finish()
      const holdsIt = !(second instanceof Error) && second.found === 4
      if (holdsIt)
        await expect(third.put(5)).rejects.toThrow(TAKEN) // it took over again
      else {
        await third.put(5)
        expect(seedIn(file)).toBe(5)
        if (!(second instanceof Error)) await expect(second.put(6)).rejects.toThrow('took it over')
      }
      await expect(first.put(7)).rejects.toThrow(/took it over|taken over/)
      expect(seedIn(file)).toBe(holdsIt ? 2 : 5)
      await (holdsIt ? second : third).close()
      expect(filesBeside(file)).toEqual(['db.json'])
      return opening.call
    })
    expect(calls.length).toBeGreaterThan(20)
  })
})

describe('on a file system that finds an open folder by a handle', needs('/proc'), () => {
  /** As on a network drive: finds the owner's folder by a handle, which stays valid after a rename. */
  function byHandle(fs: FileSystem): FileSystem {
    const handles = new Map<string, number>()
    const resolve = (path: unknown) => {
      const [, folder, name] = /^(.*\.lock\/[^/]+)\/([^/]+)$/.exec(String(path)) ?? []
      if (folder === undefined || name === undefined) return path
      let handle = handles.get(folder)
      if (handle === undefined) {
        const opened = openSync(folder, 'r')
        onTestFinished(() => closeSync(opened))
        handles.set(folder, (handle = opened))
      }
      return `/proc/self/fd/${handle}/${name}`
    }
    return new Proxy(fs, {
      get(target, key) {
        const call = Reflect.get(target, key) as (...args: unknown[]) => unknown
        return (path: unknown, ...rest: unknown[]) =>
          Promise.resolve().then(() => call(resolve(path), ...rest))
      },
    })
  }

  it('a process that is stopped during a write replaces nothing', async () => {
    const calls = await atEachCall(async (count, file) => {
      const script = scriptFileSystem()
      const first = await openSeedStore(file, 1, { fileSystem: byHandle(script.fileSystem) })
      const write = await stopIn(script, count, () => first.put(2))
      const second = await openSeedStore(file, 3, takeOver())
      const answer = await write.finish()
      expect(seedIn(file)).toBe(3)
      expect(answer === undefined ? 2 : 1).toBe(second.found)
      await expect(first.put(4)).rejects.toThrow(TAKEN)
      expect(seedIn(file)).toBe(3)
      await second.close()
      return write.call
    })
    expect(calls).toContain('rename')
  })
})

describe('a lock that can be removed but not renamed, for example in a container image', () => {
  it('is taken over, and its former owner replaces nothing', async () => {
    const file = join(freshFolder(), 'db.json')
    const rename: FileSystem['rename'] = async (from, to) => {
      if (dirname(String(from)) === `${file}.lock`) {
        throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' })
      }
      return nodeFileSystem.rename(from, to)
    }
    const first = await openSeedStore(file, 1)
    const fileSystem = { ...nodeFileSystem, rename }
    const second = await openSeedStore(file, 2, { ...takeOver(), fileSystem })
    await expect(first.put(3)).rejects.toThrow(TAKEN)
    await second.put(4)
    expect(seedIn(file)).toBe(4)
  })

  it('stays with its owner when it can be neither renamed nor removed', async () => {
    const file = join(freshFolder(), 'db.json')
    const rmdir: FileSystem['rmdir'] = async () => {
      throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
    }
    const rename: FileSystem['rename'] = async (from, to) => {
      if (dirname(String(from)) !== dirname(file)) {
        throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
      }
      return nodeFileSystem.rename(from, to)
    }
    const first = await openSeedStore(file, 1)
    const fileSystem = { ...nodeFileSystem, rename, rmdir }
    await expect(openSeedStore(file, 2, { ...takeOver(), fileSystem })).rejects.toThrow(
      `is in use by pid ${process.pid} and cannot be taken over (EBUSY)`,
    )
    await first.put(3)
    expect(seedIn(file)).toBe(3)
  })
})

describe('a process whose database was taken over', () => {
  it('notices by itself, before it writes', async () => {
    const file = join(freshFolder(), 'db.json')
    let onLost = (_message: string): void => {}
    const message = new Promise<string>((resolve) => (onLost = resolve))
    await openSeedStore(file, 1, { lockTimes: { staleMs: 10_000, touchMs: 10 }, onLost })
    await openSeedStore(file, 2, takeOver())
    // It may look between the two owners, when there is no owner to name.
    const reasons = [TAKEN, 'its lock was taken over or removed']
    const lines = reasons.map(
      (reason) =>
        `${file} cannot be written: ${reason}; nothing is saved until this sandbox is restarted`,
    )
    expect(lines).toContain(await message)
  })

  it('does not get it back after the other has closed', async () => {
    const file = join(freshFolder(), 'db.json')
    const first = await openSeedStore(file, 1)
    const second = await openSeedStore(file, 2, takeOver())
    await expect(first.put(3)).rejects.toThrow(TAKEN)
    await second.close()
    await expect(first.put(4)).rejects.toThrow(TAKEN)
    expect(first.seed()).toBe(1)
    expect(seedIn(file)).toBe(2)
  })
})
