import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { isFromThread, readMessages, toLine, type Hello, type ThreadView } from './messages.ts'
import { areAllKnown, areNativeThreadsIdle, type KnownProcess } from './process-tree.ts'
import type { ClientThreads } from './virtual-time.ts'

type Member = { socket: Socket; hello: Hello | undefined; questions: number; answers: number }

/** The threads of a command's processes, each at the other end of a socket. */
export class SocketThreads implements ClientThreads {
  readonly #members = new Set<Member>()
  readonly #skewFile: string
  #skewMs = 0
  #version = 0
  #round: { views: Map<Member, ThreadView>; end: (views?: ThreadView[]) => void } | undefined

  /** @param skewFile where threads that start read the skew */
  constructor(skewFile: string) {
    this.#skewFile = skewFile
    writeFileSync(skewFile, '0')
  }

  get version(): number {
    return this.#version
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** The processes that are connected. */
  get pids(): number[] {
    return [...new Set([...this.#members].flatMap(({ hello }) => hello?.pid ?? []))]
  }

  /** A thread has connected. */
  add(socket: Socket): void {
    const member: Member = { socket, hello: undefined, questions: 0, answers: 0 }
    this.#members.add(member)
    this.#change()
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#members.delete(member)
      this.#change()
    })
    readMessages(socket, (message) => {
      if (!isFromThread(message)) socket.destroy()
      else if ('hello' in message) {
        member.hello = message.hello
        socket.write(toLine({ skewMs: this.#skewMs }))
        this.#change()
      } else this.#take(member, message.answer, message.view)
    })
  }

  look(): Promise<ThreadView[] | undefined> {
    const members = [...this.#members]
    // One that has not answered yet computes; its answer will end the next round.
    return new Promise((resolve) => {
      this.#round = {
        views: new Map(),
        end: (views) => {
          this.#round = undefined
          resolve(views)
        },
      }
      for (const member of members) {
        if (member.questions > member.answers) continue
        member.questions += 1
        member.socket.write(toLine({ ask: member.questions }))
      }
    })
  }

  areAllKnown(views: readonly ThreadView[]): boolean {
    const hellos = [...this.#members].map(({ hello }) => hello)
    const threads = new Set(hellos.map((hello) => `${hello?.pid} ${hello?.thread}`))
    const processes = new Map<number, KnownProcess>()
    for (const [index, hello] of hellos.entries()) {
      const { children = [], threads: started = [] } = views[index] ?? {}
      if (!hello || started.some((thread) => !threads.has(`${hello.pid} ${thread}`))) return false
      const { children: others = [] } = processes.get(hello.pid) ?? {}
      processes.set(hello.pid, { ...hello, children: [...others, ...children] })
    }
    return areAllKnown([...processes.values()]) && [...processes.keys()].every(areNativeThreadsIdle)
  }

  travelTo(skewMs: number): void {
    this.#skewMs = skewMs
    writeFileSync(this.#skewFile, String(skewMs))
    for (const { socket } of this.#members) socket.write(toLine({ skewMs }))
  }

  close(): void {
    for (const { socket } of this.#members) socket.destroy()
  }

  #change(): void {
    this.#version += 1
    this.#round?.end()
  }

  #take(member: Member, answer: number, view: ThreadView): void {
    member.answers = answer
    if (!this.#round) return
    this.#round.views.set(member, view)
    const members = [...this.#members]
    if (members.some((one) => !this.#round?.views.has(one))) return
    this.#round.end(
      members.map((one) => this.#round?.views.get(one)).filter((one) => one !== undefined),
    )
  }
}
