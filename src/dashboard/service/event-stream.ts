export type StreamedEvent = { id: string; event: string; data: string }

/** Reads server-sent events from a response. It uses fetch because EventSource cannot send the control token. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<StreamedEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    onBytes()
    text += decoder.decode(value, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
      const streamed = toStreamedEvent(text.slice(start, end))
      start = end + 2
      if (streamed) yield streamed
    }
    text = text.slice(start)
  }
}

function toStreamedEvent(frame: string): StreamedEvent | undefined {
  const fields = new Map(
    frame.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const event = fields.get('event')
  if (event === undefined) return undefined
  return { id: fields.get('id') ?? '', event, data: fields.get('data') ?? 'null' }
}
