import { findAlternatives } from './alternatives.ts'
import { makeBugReport } from './bug-report.ts'
import { toMaskedFile } from './masked-file.ts'
import { replayUpload } from './replay/replay-upload.ts'
import { checkState } from './state.ts'

/** The work of the worker thread. Each job makes its result of a text and a few values, and of nothing else. */
export const jobs = {
  alternatives: findAlternatives,
  bug: makeBugReport,
  file: toMaskedFile,
  replay: replayUpload,
  state: checkState,
}

export type JobName = keyof typeof jobs
export type JobOptions<Name extends JobName> = Parameters<(typeof jobs)[Name]>[1]
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>
