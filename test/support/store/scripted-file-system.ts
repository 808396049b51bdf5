import type { FileHandle } from 'node:fs/promises'
import { nodeFileSystem, type FileSystem } from '../../../src/node/store/file-system.ts'

/** A file system that can pause before any of its calls, like a process stopped by SIGSTOP. */
export interface ScriptedFileSystem {
  readonly fileSystem: FileSystem
  /** Pauses before the n-th call from now; resolves with the name of that call. */
  stopBefore(count: number): Promise<string>
  /** Continues. */
  resume(): void
}

/** The real file system with counted calls, including those on open files. */
export function scriptFileSystem(): ScriptedFileSystem {
  let left = Infinity
  let onStop = (_call: string): void => {}
  let resume = (): void => {}
  let stopped: Promise<void> = Promise.resolve()

  async function turn<Result>(call: string, run: () => Promise<Result>): Promise<Result> {
    left -= 1
    if (left === 0) {
      stopped = new Promise((resolve) => (resume = resolve))
      onStop(call)
    }
    await stopped // all other calls of this process wait too
    return run()
  }

  function scripted<Target extends object>(target: Target): Target {
    return new Proxy(target, {
      get(owner, name) {
        const value: unknown = Reflect.get(owner, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) =>
          turn(String(name), async () => {
            const result: unknown = await Reflect.apply(value, owner, args)
            return name === 'open' ? scripted(result as FileHandle) : result
          })
      },
    })
  }

  return {
    fileSystem: scripted(nodeFileSystem),
    stopBefore(count) {
      left = count
      return new Promise((resolve) => (onStop = resolve))
    },
    resume() {
      left = Infinity
      resume()
    },
  }
}
