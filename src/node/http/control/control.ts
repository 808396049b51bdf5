import type { RequestListener, ServerResponse } from 'node:http'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import type { Control } from '../../../control/control.ts'
import type { ReceivedBytes } from '../../../core/sizes/received-bytes.ts'
import type { Persistence } from '../../../core/persistence.ts'
import type { Service } from '../../../service/service.ts'
import type { Guard } from '../server/guard.ts'
import type { Refusal } from '../../../service/refusals.ts'
import { answerDashboard, isDashboard } from './dashboard.ts'
import { makeAsking } from './http-question.ts'
import { sendReply } from './send-reply.ts'

/** The parts that the control API shares with the rest of the server. */
type ServerParts = {
  guard: Guard
  received: ReceivedBytes
  /** Absent when all state is in memory. */
  persistence?: Persistence | undefined
  refuse: (response: ServerResponse, refusal: Refusal) => void
  answerCrash: (error: unknown, response: ServerResponse) => void
}

/** The dashboard and the control API on a port, with Express, which never gets to its own last handler. */
export async function makeControl(service: Service, parts: ServerParts): Promise<RequestListener> {
  const { settings, closing } = service
  const control = (await service.controlApi()).control(parts.persistence)
  const ask = makeAsking({ closing, received: parts.received })
  const app = express()
  app.disable('etag')
  app.disable('x-powered-by')
  app.use(admit(settings, parts))
  app.use(answer(control, ask))
  app.use(answerError(parts))
  return app
}

/** Answers for the dashboard; passes on what may use the control API. */
function admit({ ui }: Service['settings'], { guard, refuse }: ServerParts): RequestHandler {
  return (request, response, next) => {
    const isPage = ui && isDashboard(request)
    const closed = isPage ? guard.admitPage(request) : guard.admitControl(request)
    if (closed) refuse(response, closed)
    else if (isPage) answerDashboard(request, response)
    else next()
  }
}

function answer(control: Control, ask: ReturnType<typeof makeAsking>): RequestHandler {
  return async (request, response) => {
    const { question, release, replied } = ask(request, response)
    const reply = await control.reply(question).finally(release)
    if (response.destroyed) return
    sendReply(response, reply)
    replied()
  }
}

function answerError({ answerCrash }: ServerParts): ErrorRequestHandler {
  return (error, _request, response, _next) => answerCrash(error, response)
}
