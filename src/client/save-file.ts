import type { ClientSession } from './client-session.ts'
import { SandboxError } from './error.ts'

// Compiled without the types of Node too: the client of the control API runs in browsers.

type Files = {
  writeFileSync(file: string, text: string): void
  renameSync(from: string, to: string): void
  rmSync(file: string, options: { force: boolean }): void
}
type MaybeNode = { process?: { getBuiltinModule?: (name: string) => Files | undefined } }

/**
 * Saves an account, or all, as a session (`.json`) or as a page (`.html`).
 * @throws SandboxError `bad_argument` for another ending, and where there are no files; the system's error
 */
export async function saveFile(
  session: ClientSession,
  file: string,
  account?: string,
): Promise<void> {
  const ending = /\.(json|html)$/.exec(file)?.[1]
  if (ending === undefined) {
    const message = `file must end in .json (a session) or .html (a page) (got ${JSON.stringify(file)})`
    throw new SandboxError('bad_argument', message, { field: 'file' })
  }
  const query = account === undefined ? {} : { account }
  const text =
    ending === 'json'
      ? JSON.stringify(await session.ask('GET session', { query }))
      : (await session.ask('GET session/page', { query })).html
  writeWhole(file, text)
}

/** Replaces the file only when all of it is written: a test run may be stopped at any time. */
function writeWhole(file: string, text: string): void {
  const files = (globalThis as MaybeNode).process?.getBuiltinModule?.('node:fs')
  if (files === undefined) throw new SandboxError('bad_argument', 'save works on Node.js only')
  const temporary = `${file}.${crypto.randomUUID()}.tmp`
  try {
    files.writeFileSync(temporary, text)
    files.renameSync(temporary, file)
  } catch (error) {
    files.rmSync(temporary, { force: true })
    throw error
  }
}
