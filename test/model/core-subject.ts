import { inProcess } from '../../src/core/calls/arrival.ts'
import { check } from '../../src/contract/values/validation-issue.ts'
import { toAccountView } from '../../src/control/views/account-view.ts'
import { controlError } from '../../src/contract/control-errors.ts'
import { ActionError } from '../../src/contract/control/action-error.ts'
import { serialize } from '../../src/core/aliases/serialize.ts'
import { coreSandbox, MACHINE_MS } from '../support/core/core-sandbox.ts'
import { start, type Subject } from './subject.ts'
import { becomes, sandboxState, stateOf } from '../support/core/states.ts'

const headers = { 'content-type': 'application/json' }

/** A sandbox in process, with a machine clock that the test controls. */
export function openCoreSubject(seed: number): Subject {
  let sandbox = coreSandbox(start, { seed })
  let machineMs = MACHINE_MS
  const account = () => sandbox.syncClock(sandbox.account('default'), machineMs)
  return {
    call({ method, query, body, bearer }) {
      const requested = { method, path: '/v1/aliases', query, headers: {}, body }
      const contentType = body === null ? undefined : 'application/json'
      const { response } = sandbox.call(
        { ...requested, content_type: contentType },
        `Bearer ${bearer}`,
        inProcess(machineMs),
      )
      const lower = Object.entries(response.headers).map(([name, text]) => [
        name.toLowerCase(),
        text,
      ])
      return {
        status: response.status,
        headers: { ...headers, ...(Object.fromEntries(lower) as object) },
        text: response.body,
      }
    },
    act(action, input) {
      try {
        const { result } = sandbox.perform(account(), action, input, machineMs)
        return { status: 200, headers, text: JSON.stringify({ result }) }
      } catch (error) {
        if (!(error instanceof ActionError)) throw error
        const { status, message } = error
        return { status, headers, text: JSON.stringify(controlError(status, message, error)) }
      }
    },
    look() {
      const { aliases } = account()
      return {
        view: toAccountView(account()),
        aliases: aliases
          .after(null, 'by_id', Infinity)
          .map((alias) => serialize(alias, aliases.texts)),
      }
    },
    requests: () =>
      account()
        .requests.entries()
        .map(({ response }) => response.status),
    restart() {
      const before = JSON.parse(JSON.stringify(stateOf(sandbox, machineMs))) as unknown
      const read = check(sandboxState, before)
      if (!read.ok) throw new Error(JSON.stringify(read.issues))
      sandbox = coreSandbox({}, { seed: seed + 1 })
      becomes(sandbox, read.value)
      return [before, JSON.parse(JSON.stringify(stateOf(sandbox, machineMs)))]
    },
    wait(ms) {
      machineMs += ms
    },
  }
}
