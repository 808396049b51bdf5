import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, limitText } from '../../../contract/limits.ts'
import { serialize } from '../../../core/aliases/serialize.ts'
import type { Sandbox } from '../../../core/sandbox.ts'
import type { StandardOutput } from '../../child/captured-output.ts'
import type { CommandRunner } from '../../child/command-runner.ts'
import { exitCodes, runtimeError } from '../../output/failure.ts'
import type { Environment } from '../../output/io.ts'

/** The variable with the path of the aliases that exist. */
export const ALIASES_VARIABLE = 'ALIAS_SANDBOX_ALIASES'

/** The time for a check. */
const MAX_SECONDS = 30
/** The part of the output of a check that is told: its last characters. */
const MAX_SAID = 2_000
/** Shells use these for a command that is not found, or that cannot be run. */
const UNRUNNABLE: readonly number[] = [exitCodes.notFound, exitCodes.notExecutable]

/** The result of a check: the missing part, or the reason why it could not say. */
export type CheckResult = { incomplete?: string; unchecked?: string }

type Surroundings = {
  runner: CommandRunner
  sandbox: Sandbox
  env: Environment
  signal: AbortSignal | undefined
}

/**
 * Lets a command of the user check what the client printed: on standard input, with the aliases of all accounts
 * in a file. What it said counts if it ended with another code than 0. @throws Failure when it cannot be run
 */
export async function checkOutput(
  check: string,
  { bytes, isComplete }: StandardOutput,
  { runner, sandbox, env, signal }: Surroundings,
): Promise<CheckResult> {
  if (!isComplete)
    return { unchecked: `the client printed more than ${limitText(limits.outputBytes)}` }
  const folder = mkdtempSync(join(tmpdir(), 'alias-sandbox-'))
  try {
    const file = join(folder, 'aliases.json')
    const aliases = sandbox
      .accounts()
      .flatMap((account) =>
        account.aliases.all().map((alias) => serialize(alias, account.aliases.texts)),
      )
    writeFileSync(file, JSON.stringify(aliases, null, 2))
    const bounds = { input: bytes, timeoutMs: MAX_SECONDS * 1_000, signal }
    const end = await runner.check(check, { ...env, [ALIASES_VARIABLE]: file }, bounds)
    if (end.isOverTime) return { unchecked: `the check took longer than ${MAX_SECONDS} s` }
    if (end.exitCode === exitCodes.ok) return {}
    const said = end.output.slice(-MAX_SAID).trim()
    if (UNRUNNABLE.includes(end.exitCode)) {
      throw runtimeError(`explore: cannot run --expect-output: ${said || check}`)
    }
    return { incomplete: said === '' ? `--expect-output ended with ${end.exitCode}.` : said }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
