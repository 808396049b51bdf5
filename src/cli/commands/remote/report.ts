import type { Report } from '../../../core/report/report.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { exitCodes } from '../../output/failure.ts'
import { readFormat } from '../../output/formats.ts'
import { withSandbox } from '../../sandbox/remote.ts'

/** Prints the report of a running sandbox. */
export async function runReport(
  context: Context<'format' | 'all' | 'account' | ConnectionOption>,
): Promise<number> {
  const { options, io } = context
  const { reportFormats, reportFormatNames } = await import('../../../report-formats/formats.ts')
  const format = readFormat(options.format, reportFormatNames)
  return withSandbox(context, async (client) => {
    const report: Report = await client.report(options.all ? undefined : options.account)
    io.stdout.write(reportFormats[format].write(report).trimEnd() + '\n')
    return exitCodes.ok
  })
}
