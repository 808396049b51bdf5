import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { contain } from '../../core/contain.ts'
import { CONTROL } from '../../contract/control/control-path.ts'
import { defaultDate } from '../../service/date-text.ts'
import type { Service } from '../../service/service.ts'
import { CRASHED, isControl, type Refusal } from '../../service/refusals.ts'
import { makeGuard } from './server/guard.ts'
import { replyMessage } from './server/reply.ts'
import { makeV1, type V1Parts } from './v1/v1.ts'

/** Answers every request of a sandbox: the guard first, then the control API with the dashboard, or `/v1`. */
export function makeListener(service: Service, parts: V1Parts): RequestListener {
  const { settings, sandbox, clock, onCrash } = service
  const guard = makeGuard(settings)
  const v1 = makeV1(service, { ...parts, answerCrash })
  let control: RequestListener | undefined
  let loading: Promise<RequestListener> | undefined
  return contain(onCrash, answer, (_request, response) => void response.destroy())

  function answer(request: IncomingMessage, response: ServerResponse): void {
    // RFC 9112, 6.1: HTTP/1.0 has no chunked coding, so what follows on this connection is not safe to parse.
    if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
      response.shouldKeepAlive = false
    }
    const refusal = guard.admit(request)
    if (refusal) refuse(response, refusal)
    else if (isControl(request.url ?? '') || (settings.ui && isVisit(request)))
      answerControl(request, response)
    else if (settings.ui && isLook(request)) refuse(response, signpost)
    // `/v1/aliases`, and 404 with an entry for every other path.
    else v1(request, response)
  }

  function answerControl(request: IncomingMessage, response: ServerResponse): void {
    if (control) return control(request, response)
    loading ??= loadControl()
    loading
      .then((loaded) => loaded(request, response))
      .catch((error: unknown) => answerCrash(error, response))
  }

  /** On first use: Express and the routes take a fifth of a start, and clients of `/v1` need neither. */
  async function loadControl(): Promise<RequestListener> {
    const { makeControl } = await import('./control/control.ts')
    control = await makeControl(service, { ...parts, guard, refuse, answerCrash })
    return control
  }

  function answerCrash(error: unknown, response: ServerResponse): void {
    onCrash(error)
    if (response.headersSent) return void response.destroy()
    replyMessage(response, 500, CRASHED)
  }

  /** The account is not known yet, so the Date header comes from the clock of `default`. */
  function refuse(response: ServerResponse, { status, message }: Refusal): void {
    replyMessage(response, status, message, { Date: defaultDate(sandbox, clock.now()) })
  }
}

/** Whether a browser opens the address that was printed, which leads to the dashboard. */
function isVisit({ url, method, headers }: IncomingMessage): boolean {
  return url === '/' && method === 'GET' && (headers.accept ?? '').includes('text/html')
}

/**
 * Someone looks at the address that was printed, with curl for example. It is no call of a client, which
 * has a key, so the history leaves it out.
 */
function isLook({ url, method, headers }: IncomingMessage): boolean {
  return url === '/' && (method === 'GET' || method === 'HEAD') && !headers.authorization
}

const signpost: Refusal = {
  status: 404,
  message: `This is alias-sandbox. The API is at /v1/aliases, the dashboard at ${CONTROL}/ (open it in a browser).`,
}
