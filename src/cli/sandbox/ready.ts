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
  // The file from which a sandbox continues wins over the settings.
  const { key, scenario: ofFile } = running.sandbox.account('default').state
  const { continued } = running
  const api_key = continued ? key.current : settings.apiKey
  const scenario = continued ? ofFile : settings.start.name
  const mail = smtpUrl === undefined ? {} : { smtp_url: smtpUrl }
  return { event: 'ready', url, api_key, port, pid: process.pid, scenario, ...mail }
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
