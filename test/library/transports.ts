import { onTestFinished } from 'vitest'
import { connectSandbox, startSandbox, type Sandbox, type SandboxOptions } from '../../src/index.ts'

/** The ways to use a sandbox; each opens one and closes it when the test ends. */
export const transports: [name: string, open: (options?: SandboxOptions) => Promise<Sandbox>][] = [
  ['in process', openHere],
  [
    'remote',
    async (options = {}) => {
      const { url } = await openHere(options)
      const token = options.controlToken
      const sandbox = await connectSandbox(url, token === undefined ? {} : { token })
      onTestFinished(() => sandbox.close())
      return sandbox
    },
  ],
]

async function openHere(options?: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}
