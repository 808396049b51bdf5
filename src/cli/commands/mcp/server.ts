import { unknownName } from '../../../contract/values/invalid-choice.ts'
import { version } from '../../../node/files/version.ts'
import { Failure, usageError } from '../../output/failure.ts'
import { toAnswerText } from './answer.ts'
import { checkArguments } from './arguments.ts'
import { errorCodes, isId, ProtocolError, readMessage, type Id, type Message } from './messages.ts'
import { tools, type Tool } from './tools.ts'
import { NoSandbox, type Workbench } from './workbench.ts'

/** Newest first. The version 2025-03-26 asks for batches, so its clients are offered the one before. */
const versions = ['2025-11-25', '2025-06-18', '2024-11-05'] as const

/** The most calls of tools that wait for their turn. */
const MAX_WAITING = 32

const instructions =
  'A local stand-in for a paid e-mail alias API. Call start, send requests or call act, then requests to see why each got its answer. check runs the command that the user chose.'

/** The call of a tool. */
type Call = { id: Id; tool: Tool; given: unknown; stop: AbortController; isCancelled: boolean }

/** Answers the messages of one agent. */
export class McpServer {
  readonly #workbench: Workbench
  readonly #write: (line: string) => void
  readonly #calls = new Map<Id, Call>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(workbench: Workbench, write: (line: string) => void) {
    this.#workbench = workbench
    this.#write = write
  }

  /** Takes a line. Tools are answered in their order, everything else at once. */
  take(line: string | undefined): void {
    let message: Message | undefined
    try {
      message = readMessage(line)
    } catch (error) {
      return this.#fail(null, error)
    }
    if (message?.id === undefined) {
      if (message?.method === 'notifications/cancelled') this.#cancel(message)
      return
    }
    const { id } = message
    try {
      if (message.method === 'tools/call') this.#call(id, message)
      else this.#send({ id, result: answerOf(message) })
    } catch (error) {
      this.#fail(id, error)
    }
  }

  /** Resolves when everything was answered that was asked. The command of a check is ended. */
  async end(): Promise<void> {
    for (const { tool, stop } of this.#calls.values()) if (tool.isLong) stop.abort('SIGTERM')
    await this.#turn
  }

  /** Ends what runs; nothing is answered any more. */
  cancelAll(): void {
    for (const call of this.#calls.values()) cancel(call)
  }

  #cancel({ params }: Message): void {
    const id = params.get('requestId')
    const call = isId(id) ? this.#calls.get(id) : undefined
    if (call) cancel(call)
  }

  #call(id: Id, { params }: Message): void {
    const tool = toolOf(params.get('name'))
    if (this.#calls.has(id)) throw new ProtocolError('invalidRequest', 'this id is in use')
    if (this.#calls.size >= MAX_WAITING) {
      throw new ProtocolError('invalidRequest', `${MAX_WAITING} calls are waiting already`)
    }
    const given = params.get('arguments') ?? {}
    const call = { id, tool, given, stop: new AbortController(), isCancelled: false }
    this.#calls.set(id, call)
    this.#turn = this.#inTurn(this.#turn, call)
  }

  async #inTurn(before: Promise<unknown>, call: Call): Promise<void> {
    await before
    const { id, tool, given, stop } = call
    try {
      if (isCancelled(call)) return
      const result = await this.#run(tool, given, stop.signal)
      // The protocol wants no answer to what was cancelled, perhaps in the meantime.
      if (!isCancelled(call)) this.#send({ id, result })
    } catch (error) {
      if (!isCancelled(call)) this.#fail(id, error)
    } finally {
      this.#calls.delete(id)
    }
  }

  /** An agent can correct what a tool refuses, so that is a result, too. */
  async #run(tool: Tool, given: unknown, stop: AbortSignal): Promise<object> {
    try {
      const args = checkArguments(tool.properties, given)
      const missing = tool.required?.find((name) => args.text(name) === undefined)
      if (missing !== undefined) throw usageError(`${tool.name} needs the argument ${missing}`)
      const answer = await tool.run(this.#workbench, args, stop)
      return toResult(toAnswerText(answer, args.number('page') ?? 1), answer.isError)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const next =
        error instanceof NoSandbox
          ? 'call start; for the requests of a check, give check a report, and its name as file.'
          : 'correct the arguments, or ask docs.'
      const answer = { text: error.lines.join('\n'), next, isError: true }
      return toResult(toAnswerText(answer, 1), true)
    }
  }

  #fail(id: Id | null, error: unknown): void {
    const isOurs = error instanceof ProtocolError
    const code = isOurs ? error.code : errorCodes.internal
    const message = isOurs ? error.message : `internal error: ${(error as Error).message}`
    this.#send({ id, error: { code, message } })
  }

  #send(message: object): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
}

function cancel(call: Call): void {
  call.isCancelled = true
  call.stop.abort('SIGTERM')
}

function isCancelled(call: Call): boolean {
  return call.isCancelled
}

function toResult(text: string, isError = false): object {
  return { content: [{ type: 'text', text }], ...(isError && { isError }) }
}

/**
 * The protocol asks the client to wait for the answer to `initialize`, and no server to refuse until then.
 * @throws ProtocolError
 */
function answerOf({ method, params }: Message): object {
  if (method === 'ping') return {}
  if (method === 'tools/list') return { tools: tools.map(toListed) }
  if (method !== 'initialize') throw new ProtocolError('unknownMethod', 'there is no such method')
  const asked = params.get('protocolVersion')
  if (typeof asked !== 'string') {
    throw new ProtocolError('invalidParams', 'protocolVersion must be a string')
  }
  return {
    // The newest that is not newer than the one asked for.
    protocolVersion: versions.find((known) => known <= asked) ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: 'alias-sandbox', version },
    instructions,
  }
}

function toListed({ name, description, properties, required = [] }: Tool): object {
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  return { name, description, inputSchema }
}

/** @throws ProtocolError */
function toolOf(name: unknown): Tool {
  const tool = tools.find((known) => known.name === name)
  if (tool) return tool
  const names = tools.map((known) => known.name)
  const problem =
    typeof name === 'string'
      ? unknownName('tool', name, names)
      : 'the name of a tool must be a string'
  throw new ProtocolError('invalidParams', problem)
}
