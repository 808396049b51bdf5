import type { ServerResponse } from 'node:http'

/**
 * Has the client closed the connection, or its side of it? A client that only stops sending and still
 * reads looks the same as one that gave up; nearly all give up.
 */
export function hasLeft({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.readableEnded
}

/**
 * Calls `left` once: when the client leaves, at once if it has left, or at the end of the answer; never after the
 * returned function was called.
 */
export function whenLeft(response: ServerResponse, left: () => void): () => void {
  const { socket } = response.req
  const stop = () => {
    socket.off('end', leave)
    response.off('close', leave)
  }
  const leave = () => {
    stop()
    left()
  }
  socket.once('end', leave)
  response.once('close', leave)
  if (hasLeft(response)) leave()
  return stop
}
