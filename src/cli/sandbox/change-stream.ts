import type { Context } from '../args/context.ts'
import type { ConnectionOption } from '../args/tables/option-groups.ts'
import { runtimeError } from '../output/failure.ts'
import { readControlToken } from './control-token.ts'

/**
 * Calls `onChange` whenever the sandbox may have a new item of its history, until the signal aborts. The
 * events themselves are not read: the history is the one source of its items.
 * @throws Failure when the connection ends.
 */
export function watchHistory(
  context: Context<ConnectionOption>,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { url } = context.options
  const token = readControlToken(context)
  const http = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const fail = () => {
      if (signal.aborted) resolve()
      else reject(runtimeError(`lost the connection to ${url}`))
    }
    const request = http.get(new URL('/_sandbox/events', url), { headers, signal }, (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        reject(runtimeError(`${url} refused to stream events (status ${response.statusCode})`))
        return
      }
      response.on('data', onChange)
      response.on('error', fail)
      response.on('close', fail)
    })
    request.on('error', fail)
  })
}
