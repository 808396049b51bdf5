import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { serialize } from '../../../core/aliases/serialize.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import { OutputEnd, type StandardOutput } from '../../child/captured-output.ts'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import type { Environment } from '../../output/io.ts'

/** The variable with the path of the aliases that exist. */
export const ALIASES_VARIABLE = 'ALIAS_SANDBOX_ALIASES'

/** How long a check may take. */
const MAX_MS = 30_000
/** How much of what a check says is told. */
const MAX_SAID = 2_000
/** Shells use these for a command that is not found, or that cannot be run. */
const UNRUNNABLE: readonly (number | null)[] = [exitCodes.notFound, exitCodes.notExecutable]

/**
 * Lets a command of the user check what the client printed: on standard input, with the aliases of all accounts
 * in a file. Returns what it said if it ended with another code than 0. @throws Failure when it cannot be run
 */
export async function checkOutput(
  check: string,
  { bytes, isComplete }: StandardOutput,
  { sandbox, env }: { sandbox: Sandbox; env: Environment },
): Promise<string | undefined> {
  if (!isComplete) {
    throw runtimeError('explore: the client prints more than --expect-output can check (4 MiB)')
  }
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  try {
    const file = join(folder, 'aliases.json')
    const aliases = sandbox
      .accounts()
      .flatMap((account) =>
        account.aliases.all().map((alias) => serialize(alias, account.aliases.texts)),
      )
    writeFileSync(file, JSON.stringify(aliases, null, 2))
    const { code, said } = await runCheck(check, bytes, { ...env, [ALIASES_VARIABLE]: file })
    if (code === exitCodes.ok) return undefined
    if (UNRUNNABLE.includes(code)) {
      throw runtimeError(`explore: cannot run --expect-output: ${said || check}`)
    }
    const first = said === '' ? `--expect-output ended with ${code ?? 'a signal'}.` : said
    return first
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runCheck(check: string, input: Buffer, env: Environment) {
  const said = new OutputEnd(MAX_SAID)
  const child = spawn(check, { shell: true, env, timeout: MAX_MS, killSignal: 'SIGKILL' })
  for (const out of [child.stdout, child.stderr]) out.on('data', said.reader())
  child.stdin.on('error', () => {}) // a check need not read all of its input
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  return { code, said: said.toString().trim() }
}
