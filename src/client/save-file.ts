import { toSessionLines } from '../contract/session/lines.ts'
import type { ControlClient } from './client.ts'
import type { SaveOptions } from './types.ts'
import { SandboxError } from './error.ts'

// Compiled without the types of Node too: the client of the control API runs in browsers.

type Files = {
  writeFileSync(file: string, text: string): void
  renameSync(from: string, to: string): void
  rmSync(file: string, options: { force: boolean }): void
}
type MaybeNode = { process?: { getBuiltinModule?: (name: string) => Files | undefined } }

type Query = SaveOptions & { account?: string }

type Maker = (
  client: Pick<ControlClient, 'ask'>,
  query: Query,
) => Promise<{ text: string; notes?: readonly string[] }>

/** The texts of the files that tell what happened, by their ending; `notes` says what one leaves out. */
export const savedFiles: Readonly<Record<string, Maker>> = {
  '.json': async (client, query) => ({
    text: `${toSessionLines(await client.ask('GET session', { query }))}\n`,
  }),
  '.html': async (client, query) => ({
    text: (await client.ask('GET session/page', { query })).html,
  }),
  '.yaml': async (client, query) => {
    const { yaml: text, notes } = await client.ask('GET session/scenario', { query })
    return { text, notes }
  },
  '.har': async (client, query) => ({
    text: `${JSON.stringify(await client.ask('GET session/har', { query }), null, 2)}\n`,
  }),
}

/**
 * Saves an account, or all, as the ending of the file says.
 * @throws SandboxError `bad_argument` for another ending, a note in no page, a file that cannot be written, and where
 * there are no files
 */
export async function saveFile(session: ControlClient, file: string, query: Query): Promise<void> {
  const [ending = ''] = /\.[a-z]+$/.exec(file) ?? []
  const make = savedFiles[ending]
  if (make === undefined) {
    const endings = Object.keys(savedFiles).join(', ')
    const message = `file must end in one of ${endings} (got ${JSON.stringify(file)})`
    throw new SandboxError('bad_argument', message, { field: 'file' })
  }
  if (query.note !== undefined && ending !== '.html') {
    const message = `a note is for a page, whose name ends in .html (got ${JSON.stringify(file)})`
    throw new SandboxError('bad_argument', message, { field: 'note' })
  }
  const { text } = await make(session, query)
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
    // The system's message names the temporary file.
    const { code } = error as { code?: string }
    const message = `cannot write ${file} (${code})`
    throw new SandboxError('bad_argument', message, { field: 'file', cause: error })
  }
}
