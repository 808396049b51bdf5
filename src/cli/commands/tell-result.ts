import type { ResultFormat } from '../../contract/control/answer-forms.ts'
import { resultFormats } from '../../results/formats.ts'
import type { Result } from '../../results/result.ts'
import { toText } from '../../results/text.ts'
import type { Context } from '../args/context.ts'
import { exitCodes } from '../output/failure.ts'
import { choosePaint } from '../output/paint.ts'
import { writeReport } from '../output/report-file.ts'

/** Prints a result in the format of --format and writes the file of --report. Returns the exit code of both. */
export async function tellResult(
  { io, env, options }: Context<'report'>,
  result: Result,
  format: ResultFormat,
): Promise<number> {
  io.stdout.write(
    format === 'text' ? toText(result, choosePaint(io, env)) : resultFormats[format](result),
  )
  const { report: file } = options
  return file === undefined || (await writeReport(file, result, io))
    ? exitCodes.ok
    : exitCodes.runtime
}
