import type { ClientSession } from './client-session.ts'
import { SandboxError } from './error.ts'

// Compiled without the types of Node too: the client of the control API runs in browsers.

type Files = {
  writeFileSync(file: string, text: string): void
  renameSync(from: string, to: string): void
  rmSync(file: string, options: { force: boolean }): void
}
type MaybeNode = { process?: { getBuiltinModule?: (name: string) => Files | undefined } }

type Query = { account?: string }

/** The texts of the files, by their ending, as the command `save` has them. */
const makers: Readonly<Record<string, (session: ClientSession, query: Query) => Promise<string>>> =
  {
    '.json': async (session, query) => JSON.stringify(await session.ask('GET session', { query })),
    '.html': async (session, query) => (await session.ask('GET session/page', { query })).html,
    '.yaml': async (session, query) => (await session.ask('GET session/scenario', { query })).yaml,
    '.har': async (session, query) =>
      JSON.stringify(await session.ask('GET session/har', { query })),
  }

/**
 * Saves an account, or all, as the ending of the file says.
 * @throws SandboxError `bad_argument` for another ending, and where there are no files; the system's error
 */
export async function saveFile(
  session: ClientSession,
  file: string,
  account?: string,
): Promise<void> {
  const make = makers[/\.[a-z]+$/.exec(file)?.[0] ?? '']
  if (make === undefined) {
    const endings = Object.keys(makers).join(', ')
    const message = `file must end in one of ${endings} (got ${JSON.stringify(file)})`
    throw new SandboxError('bad_argument', message, { field: 'file' })
  }
  writeWhole(file, await make(session, account === undefined ? {} : { account }))
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
