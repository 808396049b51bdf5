import type { Socket } from 'node:net'

/**
 * Numbers connections as they first bring a call, and says how many of those are open: what tells a
 * client that calls one after the other from workers that call at once.
 */
export function countConnections(): (socket: Socket) => { id: number; open: number } {
  const ids = new WeakMap<Socket, number>()
  let made = 0
  let open = 0
  return (socket) => {
    let id = ids.get(socket)
    if (id === undefined) {
      made += 1
      open += 1
      id = made
      ids.set(socket, id)
      socket.once('close', () => {
        open -= 1
      })
    }
    return { id, open }
  }
}
