import type { RunningSandbox, StartOptions } from '../../node/start.ts'

/** The facts about a sandbox that scripts need when it has started. */
export type ReadySandbox = {
  event: 'ready'
  url: string
  api_key: string
  port: number
  pid: number
  scenario: string
  /** The address at which it receives mail, if it does. */
  smtp_url?: string
}

export function toReady(running: RunningSandbox, settings: StartOptions): ReadySandbox {
  const { url, port, smtpUrl } = running
  const { api_key, scenario } = running.continued
    ? ofFile(running)
    : { api_key: settings.apiKey, scenario: settings.start.name }
  const mail = smtpUrl === undefined ? {} : { smtp_url: smtpUrl }
  return { event: 'ready', url, api_key, port, pid: process.pid, scenario, ...mail }
}

/** The key and the scenario of a sandbox that continues from a file, instead of the settings. */
function ofFile({ sandbox }: RunningSandbox) {
  const { key, scenario } = sandbox.account('default').state
  return { api_key: key.current, scenario }
}

/** The ready line. Scripts search for it, so it must not change; what is new stands at its end. */
export function toReadyLine({
  url,
  api_key: key,
  scenario,
  pid,
  smtp_url: smtp,
}: ReadySandbox): string {
  const mail = smtp === undefined ? '' : `, mail on ${smtp}`
  return `alias-sandbox ready on ${url} (key ${key}, scenario ${scenario}, pid ${pid})${mail}`
}
