import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { builtFile } from './fresh-build.js'

const bin = builtFile('dist/bin.cjs')

/** A sandbox in its own process. */
export type ChildSandbox = {
  url: string
  pid: number
  /** Sends a signal and resolves with the exit code, or null if the signal killed the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the built command on a free port. `fileBlocks` limits the size of its files, `heapMegabytes` its heap. */
export async function childSandbox(
  args: readonly string[],
  { fileBlocks, heapMegabytes }: { fileBlocks?: number; heapMegabytes?: number } = {},
): Promise<ChildSandbox> {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`]
  const command = [process.execPath, ...heap, bin, 'start', '--port', '0', '--json', ...args]
  const child =
    fileBlocks === undefined
      ? spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] })
      : spawn('bash', ['-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'bash', ...command], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ready = await readReady(child)
  return {
    ...ready,
    async end(signal) {
      const exit = once(child, 'exit')
      child.kill(signal)
      const [code] = (await exit) as [number | null]
      return code
    },
  }
}

function readReady(child: ChildProcess): Promise<{ url: string; pid: number }> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(JSON.parse(text.split('\n')[0]!) as ChildSandbox)
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  })
}
