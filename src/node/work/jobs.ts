import { sampleTexts } from '../../scenario/sample-texts.ts'
import { makeBugReport } from './bug-report.ts'
import { readAttachment, readMail } from './mail.ts'
import { toMaskedFile } from './masked-file.ts'
import { toPage } from './page.ts'
import { replayUpload } from './replay/replay-upload.ts'
import { checkStateBody } from './state.ts'

/** The work of the worker thread. Each job makes its result of a text and a few values, and of nothing else. */
export const jobs = {
  attachment: readAttachment,
  bug: (history: string, asked: Parameters<typeof makeBugReport>[1]) =>
    makeBugReport(history, asked, sampleTexts, `Node ${process.version}`),
  file: toMaskedFile,
  mail: readMail,
  page: toPage,
  replay: (body: string, asked: object) => replayUpload(body, asked, sampleTexts),
  state: checkStateBody,
}

export type JobName = keyof typeof jobs
export type JobOptions<Name extends JobName> = Parameters<(typeof jobs)[Name]>[1]
export type JobResult<Name extends JobName> = Awaited<ReturnType<(typeof jobs)[Name]>>
