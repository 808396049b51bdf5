import { toBytes, type Piece } from '../text/bytes.ts'

type StreamParts = {
  pieces: AsyncIterable<Piece>
  /** Aborted when the stream must break. */
  breaks: AbortSignal | undefined
  /** Aborted when the reader leaves. */
  left: AbortController
  /** Called once, at its end. */
  end: () => void
}

/** A body that comes as it comes. It fails as one over a port does whose connection breaks. */
export function toStream({ pieces, breaks, left, end }: StreamParts): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const broken = () => new TypeError('terminated')
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: unknown) => {
          controller.error(error)
          end()
        }
        breaks?.addEventListener('abort', () => fail(broken()), { once: true })
        left.signal.addEventListener('abort', () => fail(left.signal.reason), { once: true })
      },
      async pull(controller) {
        try {
          const { value, done } = await iterator.next()
          if (breaks?.aborted || left.signal.aborted) return
          if (!done) return controller.enqueue(typeof value === 'string' ? toBytes(value) : value)
          controller.close()
        } catch (error) {
          controller.error(new TypeError('terminated', { cause: error }))
        }
        end()
      },
      cancel() {
        left.abort()
        void iterator.return?.()
        end()
      },
    },
    { highWaterMark: 0 },
  )
}
