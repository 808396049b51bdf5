import { rulesBrokenBy } from '../../../hunt/explore/judge/broken-rules.ts'
import type { NamedScenario } from '../../../contract/scenario/scenario.ts'
import { exitCodes, Failure, runtimeError } from '../../output/failure.ts'
import { NO_REQUEST } from '../../output/no-request.ts'
import type { SafeIo } from '../../output/io.ts'
import type { CommandClient, RecordedRun } from './command-client.ts'

/** Runs the command once without trouble; a client that fails then has nothing to be explored. @throws Failure */
export async function runCalm(
  client: CommandClient,
  calmScenario: NamedScenario,
  io: SafeIo,
): Promise<RecordedRun> {
  const calm = await client.record(calmScenario)
  const { end, exitCode, signal, incomplete, output, accounts, report } = calm.observed
  const calls = accounts.flatMap(({ history }) => history).filter(({ type }) => type === 'call')
  if (end !== 'passed') {
    const how = end === 'over_time' ? 'it did not end in --time' : (signal ?? `exit ${exitCode}`)
    showOutput(io, output)
    const printed = output === '' ? 'it printed nothing' : 'see its output above'
    const message = `explore: the command fails without any trouble (${how})`
    const broken = rulesBrokenBy(report)
    if (broken.length === 0) throw runtimeError(`${message}; ${printed}`)
    throw new Failure(exitCodes.problems, [
      `alias-sandbox: ${message}: it ${broken.join(', and it ')}; ${printed}`,
    ])
  }
  if (calls.length === 0) throw withoutCalls(io, output)
  for (const reason of client.tally.unchecked.keys()) {
    throw runtimeError(`explore: --expect-output cannot be used: ${reason}`)
  }
  if (incomplete !== undefined) {
    throw runtimeError(
      `explore: --expect-output fails without any trouble: ${incomplete.replaceAll('\n', ' ')}`,
    )
  }
  return calm
}

function withoutCalls(io: SafeIo, output: string): Failure {
  showOutput(io, output)
  return runtimeError(
    `explore: ${NO_REQUEST}. A suite of JavaScript that starts its own sandbox is explored with explore() of the library; one of pytest gives its client alias_sandbox.default_account in place of alias_account`,
  )
}

function showOutput({ stderr }: SafeIo, output: string): void {
  if (output !== '') stderr.writeRaw(`${output.trimEnd()}\n`)
}
