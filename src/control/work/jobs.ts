import type { Stage } from '../../history/export/retell.ts'
import { makeBugReport } from './bug-report.ts'
import { toHarBody } from './har.ts'
import { readAttachment, readMail } from './mail.ts'
import type { JobBody } from './job-body.ts'
import { checkSessionBody } from './check-session.ts'
import { toMaskedSession } from './masked-session.ts'
import { replayUpload } from './replay-upload.ts'

/** The parts of jobs that only a host has. */
type JobParts = Stage & {
  /** For bug reports, such as `Node v20.19.0`. */
  runtime: string
  /** Makes the page of a history, as JSON. */
  page: (
    history: string,
    options: { instead: string; note?: string | undefined },
  ) => JobBody | Promise<JobBody>
}

/** The work that can take long. Each job makes its result of a text and a few values, and of nothing else. */
export function makeJobs({ catalog, sampleTexts, runtime, page }: JobParts) {
  return {
    attachment: readAttachment,
    bug: (history: string, asked: Parameters<typeof makeBugReport>[1]) =>
      makeBugReport(history, asked, sampleTexts, runtime),
    check: checkSessionBody,
    har: toHarBody,
    mail: readMail,
    page,
    replay: (body: string, asked: object) => replayUpload(body, asked, sampleTexts),
    scenario: async (history: string, asked: { version: string }) => {
      // Imported here because no other job writes YAML.
      const { toHistoryScenario } = await import('./history-scenario.ts')
      return toHistoryScenario(history, asked, { catalog, sampleTexts })
    },
    session: toMaskedSession,
  }
}

export type Jobs = ReturnType<typeof makeJobs>
