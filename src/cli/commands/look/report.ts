import type { Context } from '../../args/context.ts'
import type { SourceOption } from '../../args/tables/option-groups.ts'
import { exitCodes, refuseBoth } from '../../output/failure.ts'
import { withAccount } from '../../sandbox/remote.ts'

/** Prints the report on a client; with --strict, rules that fail are the exit code 4. */
export async function runReport(
  context: Context<'format' | 'strict' | 'all' | SourceOption>,
): Promise<number> {
  const { options, io, sourceOf } = context
  const { all, strict, json } = options
  refuseBoth(json && sourceOf('format') === 'flag', '--format', '--json')
  refuseBoth(all && sourceOf('account') === 'flag', '--account', '--all')
  const { resultFormats } = await import('../../../results/formats.ts')
  const { toEtiquetteResult } = await import('../../../results/etiquette-result.ts')
  return withAccount(context, async (client, account) => {
    const query = { strict, accounts: all ? ('all' as const) : undefined }
    const report = await client.ask('GET report', { account, query })
    const format = options.format as 'text' | 'markdown' | 'junit'
    io.stdout.write(
      json ? `${JSON.stringify(report)}\n` : resultFormats[format](toEtiquetteResult(report)),
    )
    const hasFailed = report.etiquette.some(({ verdict }) => verdict === 'fail')
    return strict && hasFailed ? exitCodes.etiquette : exitCodes.ok
  })
}
