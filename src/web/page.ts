import { inJson, type JobBody } from '../control/work/job-body.ts'
import { composePage, type PageParts } from '../history/page/compose-page.ts'
import { readPieces } from '../history/session/to-session.ts'

type PageOptions = { instead: string; note?: string | undefined }

/** The page of a history, as JSON. @throws ActionError 413 */
export async function toPage(
  history: string,
  { instead, note }: PageOptions,
  parts: PageParts,
): Promise<JobBody> {
  const { json, toHtml } = composePage({ history: readPieces([history]), note }, parts)
  return inJson({ html: toHtml(await packed(json)) }, instead)
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}
