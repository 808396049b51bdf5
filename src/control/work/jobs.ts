import type { RequestEntry } from '../../contract/history/entry.ts'
import { toBugFile } from '../../history/export/bug/bug-file.ts'
import { toBugReport } from '../../history/export/bug/bug-report.ts'
import { toHar, type HarFacts } from '../../history/export/har.ts'
import type { Stage } from '../../history/export/retell.ts'
import { readPieces } from '../../history/session/to-session.ts'
import { readAttachment, readMail } from './mail.ts'
import { inJson, type JobBody } from './job-body.ts'
import { checkSessionBody } from './check-session.ts'
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

type Written = { version: string }

/** The work that can take long. Each job makes its result of a text and a few values, and of nothing else. */
export function makeJobs({ catalog, sampleTexts, runtime, page }: JobParts) {
  return {
    attachment: readAttachment,
    /** As Markdown in JSON, on the call with which the history ends. @throws ActionError 409 */
    bug: async (history: string, { call, version }: Written & { call: RequestEntry }) => {
      const bug = await toBugFile(readPieces([history]), call.id, sampleTexts)
      return inJson({ markdown: toBugReport(call, bug, `${version}, ${runtime}`) })
    },
    check: checkSessionBody,
    har: (history: string, facts: HarFacts) => inJson(toHar(readPieces([history]), facts)),
    mail: readMail,
    page,
    replay: (body: string, _options: object) => replayUpload(body, sampleTexts),
    /** @throws ActionError 409 when a scenario cannot say what happened */
    scenario: async (history: string, { version }: Written) => {
      // Imported here because no other job writes YAML.
      const { writeAsScenario } = await import('../../history/export/as-scenario.ts')
      const stage = { catalog, sampleTexts }
      return inJson(await writeAsScenario(readPieces([history]), { version, stage }))
    },
    /** Without keys of other services. @throws ActionError 413 */
    session: (history: string, { instead }: { instead: string }) =>
      inJson(readPieces([history]), instead),
  }
}

export type Jobs = ReturnType<typeof makeJobs>
