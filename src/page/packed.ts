import { limits } from '../contract/limits.ts'
import { PageFileError } from '../contract/session/page-file.ts'

/** The most that is unpacked. The content of a page is gzip in base64, and anybody can have changed it. */
const MAX_BYTES = limits.stateBytes.value

/** @throws PageFileError */
export async function unpacked(base64: string): Promise<string> {
  const reader = streamOf(base64).pipeThrough(new DecompressionStream('gzip')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  let length = 0
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      length += value.length
      if (length > MAX_BYTES) throw new PageFileError('it is too large')
      pieces.push(decoder.decode(value, { stream: true }))
    }
    return pieces.join('') + decoder.decode()
  } catch (error) {
    void reader.cancel().catch(() => {})
    if (error instanceof PageFileError) throw error
    throw new PageFileError('it is damaged')
  }
}

function streamOf(base64: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let binary: string
  try {
    binary = atob(base64.trim())
  } catch {
    throw new PageFileError('it is damaged')
  }
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at)
  return new Blob([bytes]).stream()
}
