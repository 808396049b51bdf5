import type { FetchAnswer, Fetch } from '../../client/client-options.ts'
import { CONTROL } from '../../contract/control/control-path.ts'
import { controlRouteList } from '../../contract/control/routes.ts'
import type { Account } from '../../core/account/account.ts'
import type { ReplaySource } from '../../history/replay/replay-host.ts'
import { performAndRecord } from '../../core/inputs/recording.ts'
import type { Inboxes } from '../../core/inbox/inboxes.ts'
import type { Sandbox } from '../../core/sandbox.ts'
import { Control } from '../../control/control.ts'
import { LargeAnswers } from '../../control/large-answers.ts'
import type { Context, ControlParts, Handlers, Route } from '../../control/route.ts'
import { accountHandlers } from '../../control/routes/accounts.ts'
import { actionHandlers } from '../../control/routes/actions.ts'
import { choiceHandlers } from '../../control/routes/choices.ts'
import { historyHandlers } from '../../control/routes/history.ts'
import { replayHandlers } from '../../control/routes/replay.ts'
import { reportHandlers } from '../../control/routes/report.ts'
import { makeBugReport } from '../../control/work/bug-report.ts'
import type { Jobs } from '../../control/work/jobs.ts'
import { toMaskedSession } from '../../control/work/masked-session.ts'
import { type Work, workInline } from '../../control/work/work.ts'
import { type Piece, toText } from '../../text/bytes.ts'
import { sessionHandlers } from '../../control/routes/session.ts'
import { refuseMissingTexts } from './missing-texts.ts'

/** The routes that a page has: those that work on the sandbox alone. */
const handlers = {
  ...accountHandlers,
  ...actionHandlers,
  'POST actions/:action': performInPage,
  ...choiceHandlers,
  ...historyHandlers,
  ...reportHandlers,
  'POST accounts/:account/undo': replayHandlers['POST accounts/:account/undo'],
  'GET session': sessionHandlers['GET session'],
  'GET requests/:id/bug': replayHandlers['GET requests/:id/bug'],
}

function performInPage(context: Context<'POST actions/:action'>) {
  const { sandbox, account, params, body: args, machineMs } = context
  refuseMissingTexts(sandbox, account, (copy) =>
    performAndRecord(copy, { action: params.action, args, origin: 'dashboard' }, machineMs),
  )
  return actionHandlers['POST actions/:action'](context)
}

/** The routes of these handlers. */
function toRoutes(answers: Partial<Handlers>): Route[] {
  return controlRouteList
    .filter(({ name }) => Object.hasOwn(answers, name))
    .map((row) => ({ ...row, answer: answers[row.name] as Route['answer'] }))
}

type ControlOptions = {
  sampleTexts: ReplaySource['sampleTexts']
  version: string
  /** Routes for which a page has no room, and the mails that they read. */
  more?: { handlers: Partial<Handlers>; inboxes: Inboxes }
}

/** A turn of its own, in a page and in the tests of one. */
const nextTurn = (act: () => void) => void setTimeout(act)

/** Nobody leaves: who asks is the page itself. */
const { signal: left } = new AbortController()

/**
 * The control API of a sandbox in the same page. No time passes by itself here: each account stays at the time of
 * what happened last in it.
 */
export class PageControl {
  readonly #sandbox: Sandbox
  readonly #version: string
  readonly #work: Work
  readonly #inboxes: Inboxes | undefined
  readonly #routes: Route[]
  readonly #largeAnswers = new LargeAnswers(nextTurn)
  readonly #derivedAnswers = new LargeAnswers(nextTurn)

  constructor(sandbox: Sandbox, { sampleTexts, version, more }: ControlOptions) {
    const jobs: Partial<Jobs> = {
      bug: (history, asked) => makeBugReport(history, asked, sampleTexts, 'in a page'),
      session: toMaskedSession,
    }
    this.#sandbox = sandbox
    this.#version = version
    this.#inboxes = more?.inboxes
    this.#routes = toRoutes({ ...handlers, ...more?.handlers })
    this.#work = workInline(() => Promise.resolve(jobs as Jobs)) // the routes above ask for no others
  }

  /** Answers a request as a server would. */
  readonly fetch: Fetch = async (url, { method, body = '' }) => {
    const target = url.slice(url.indexOf(`${CONTROL}/`))
    const [path = ''] = target.split('?', 1)
    const query = target.slice(path.length + 1)
    const over = new AbortController()
    const control = new Control(
      this.#routes,
      this.#sandbox,
      this.#partsFor(this.#accountIn(path, query)),
    )
    const reply = await control.reply({
      method,
      path,
      query,
      headers: { 'alias-sandbox-origin': 'dashboard' },
      read: () => Promise.resolve({ text: body }),
      left,
      over: over.signal,
      hurry() {},
    })
    const { status } = reply
    const text = joined(reply.body as readonly Piece[]) // no route above streams
    over.abort()
    return {
      ok: status < 400,
      status,
      json: () => Promise.resolve(text === '' ? undefined : (JSON.parse(text) as unknown)),
    } satisfies FetchAnswer
  }

  /** The account that a request names, or else the first. */
  #accountIn(path: string, query: string): Account {
    const [, , folder, name] = path.split('/')
    const inPath =
      folder === 'accounts' && name !== undefined ? decodeURIComponent(name) : undefined
    const named = inPath ?? new URLSearchParams(query).get('account')
    const accounts = this.#sandbox.accounts()
    return accounts.find((account) => account.name === named) ?? accounts[0]!
  }

  /** What the routes above use beside the sandbox. */
  #partsFor({ name, state }: Account): ControlParts {
    const parts = {
      defaultAccount: name,
      clock: { now: () => state.clock.machine_ms, after: () => () => {} },
      version: this.#version,
      work: this.#work,
      inboxes: this.#inboxes,
      nextTurn,
      largeAnswers: this.#largeAnswers,
      derivedAnswers: this.#derivedAnswers,
      events: { publish() {} },
    }
    return parts as unknown as ControlParts
  }
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : toText(piece))).join('')
}
