import type { Answered, Fetch } from '../../client/client-options.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { controlRouteList } from '../../contract/control/routes.ts'
import { parseBody } from '../../contract/control/request-body.ts'
import type { Account } from '../../core/account/account.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { performAndRecord } from '../../core/inputs/recording.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { makeBugReport } from '../../node/work/bug-report.ts'
import { toMaskedFile } from '../../node/work/masked-file.ts'
import { toBytes, toText, type Bytes } from '../../node/work/messages.ts'
import { readQuery } from '../../control/query.ts'
import {
  errorAnswer,
  refusalAnswer,
  type Answer,
  type AnyContext,
  type ControlParts,
  type Route,
} from '../../control/route.ts'
import { accountHandlers } from '../../control/routes/accounts.ts'
import { actionHandlers } from '../../control/routes/actions.ts'
import { choiceHandlers } from '../../control/routes/choices.ts'
import { historyHandlers } from '../../control/routes/history.ts'
import { replayHandlers } from '../../control/routes/replay.ts'
import { reportHandlers } from '../../control/routes/report.ts'
import { refuseMissingTexts } from './missing-texts.ts'

/** The routes that a page has: those that work on the sandbox alone. */
const handlers = {
  ...accountHandlers,
  ...actionHandlers,
  ...choiceHandlers,
  ...historyHandlers,
  ...reportHandlers,
  'POST accounts/:account/rewind': replayHandlers['POST accounts/:account/rewind'],
  'GET requests/:id/bug': replayHandlers['GET requests/:id/bug'],
}

const routes = controlRouteList
  .filter(({ name }) => Object.hasOwn(handlers, name))
  .map((row) => ({
    ...row,
    answer: handlers[row.name as keyof typeof handlers] as Route['answer'],
  }))

type FoundRoute = { route: Route; params: Record<string, string> }

/**
 * The control API of a sandbox in the same page: the routes are those of the server, without a server. No time
 * passes by itself here: each account stays at the time of what happened last in it.
 */
export class PageControl {
  readonly #sandbox: Sandbox
  readonly #sampleTexts: ReplaySource['sampleTexts']
  readonly #version: string

  constructor(
    sandbox: Sandbox,
    { sampleTexts, version }: { sampleTexts: ReplaySource['sampleTexts']; version: string },
  ) {
    this.#sandbox = sandbox
    this.#sampleTexts = sampleTexts
    this.#version = version
  }

  /** Answers a request as the server would. */
  readonly fetch: Fetch = async (url, { method, body = '' }) => {
    const target = url.slice(url.indexOf('/_sandbox/') + '/_sandbox/'.length)
    const answer = await this.#attempt(method, target, body)
    const { status = 200, body: value, pieces, text } = answer
    return {
      ok: status < 400,
      status,
      json: () =>
        Promise.resolve(pieces ? (JSON.parse(joined(pieces)) as unknown) : (value ?? text)),
    } satisfies Answered
  }

  async #attempt(method: string, target: string, body: string): Promise<Answer> {
    try {
      const found = findRoute(method, target.split('?')[0]!)
      if (!found) return errorAnswer(404, `This page has no route ${method} ${target}.`)
      return await this.#answer(found, target, body)
    } catch (error) {
      if (error instanceof ActionError) return refusalAnswer(error)
      throw error
    }
  }

  #answer({ route, params }: FoundRoute, target: string, body: string): Promise<Answer> | Answer {
    const query = readQuery(target, route.query)
    const account = this.#accountOf(
      params['account'] ?? new URLSearchParams(target.split('?')[1]).get('account'),
    )
    const machineMs = account.state.clock.machine_ms
    this.#sandbox.syncClock(account, machineMs)
    if (route.name === 'POST actions/:action') {
      const action = params['action']!
      refuseMissingTexts(this.#sandbox, account, (copy) =>
        performAndRecord(copy, { action, args: parseBody(body), origin: 'dashboard' }, machineMs),
      )
    }
    const context = {
      sandbox: this.#sandbox,
      account,
      params,
      query,
      body: route.takesBytes || body === '' ? {} : parseBody(body),
      bytes: toBytes(body),
      machineMs,
      origin: 'dashboard',
      parts: this.#partsAt(machineMs),
      left: new AbortController().signal,
    } as const
    // None of the routes above writes a response by itself.
    return route.answer(context as unknown as AnyContext)
  }

  /** @throws ActionError 404 */
  #accountOf(name: string | null): Account {
    return name === null ? this.#sandbox.accounts()[0]! : this.#sandbox.account(name)
  }

  /** Returns the parts that the routes above use beside the sandbox. */
  #partsAt(machineMs: number): ControlParts {
    const jobs = {
      bug: (text: string, asked: Parameters<typeof makeBugReport>[1]) =>
        makeBugReport(text, asked, this.#sampleTexts, 'in a page'),
      file: toMaskedFile,
    }
    type Job = (text: string, options: unknown, texts: unknown) => unknown
    const parts = {
      clock: { now: () => machineMs },
      version: this.#version,
      derivedAnswers: { turnOf: () => Promise.resolve() },
      thread: {
        run: async (
          assign: () => {
            name: keyof typeof jobs
            options: object
            pieces: Iterable<string | Uint8Array>
          },
        ) => {
          const { name, options, pieces } = assign()
          return await (jobs[name] as Job)(joined([...pieces]), options, this.#sampleTexts)
        },
      },
    }
    return parts as unknown as ControlParts
  }
}

function joined(pieces: readonly (string | Uint8Array)[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : toText(piece as Bytes)))
    .join('')
}

/** The first row that fits counts, as on the server. */
function findRoute(method: string, path: string): FoundRoute | undefined {
  const words = path.split('/').map(decodeURIComponent)
  for (const route of routes) {
    if (route.method !== method) continue
    const own = route.path.split('/')
    const params =
      fit(own, words) ?? (route.ofAccount && fit(['accounts', ':account', ...own], words))
    if (params) return { route, params }
  }
  return undefined
}

function fit(
  pattern: readonly string[],
  words: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== words.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, each] of pattern.entries()) {
    const word = words[at]!
    if (each.startsWith(':')) params[each.slice(1)] = word
    else if (each !== word) return undefined
  }
  return params
}
