/** A line of a history, read. */
export type ScriptLine = CallLine | ActionLine

export type CallLine = {
  type: 'call'
  atMs: number
  who: string
  method: string
  path: string
  query: string
  body: string | undefined
  key: string | null
  contentType: string | undefined
  takesMs: number | undefined
  leavesMs: number | undefined
  opensMs: number | undefined
  isNew: boolean
}

type ActionLine = { type: 'action'; atMs: number; action: string; args: unknown; to: string }

const ALIASES = '/v1/aliases'

export function readLine(text: string): ScriptLine {
  const [said = '', flags = ''] = text.trim().split(' | ')
  const [at = '', who = '', verb = '', ...rest] = said.split(/\s+/)
  const atMs = Math.round(Number(at) * 1_000)
  if (Number.isNaN(atMs) || verb === '') throw new Error(`not a line of a history: ${text}`)
  const object = rest.join(' ')
  if (who === 'tester') {
    const isJson = object.startsWith('{')
    return {
      type: 'action',
      atMs,
      action: verb,
      args: isJson ? JSON.parse(object) : {},
      to: object,
    }
  }
  const brace = object.indexOf('{"')
  const target = (brace < 0 ? object : object.slice(0, brace)).trim()
  const [path = '', query = ''] = target.split('?')
  const flagOf = (name: string) => new RegExp(`(?:^|, )${name} (\\S+?)(?:,|$)`).exec(flags)?.[1]
  const msOf = (name: string) => {
    const value = flagOf(name)
    return value === undefined ? undefined : Math.round(Number(value) * 1_000)
  }
  const key = flagOf('key') ?? 'sandbox_default'
  return {
    type: 'call',
    atMs,
    who,
    method: verb,
    path: path === '' ? ALIASES : path,
    query,
    body: brace < 0 ? undefined : object.slice(brace),
    key: key === 'none' ? null : key,
    contentType: flagOf('as'),
    takesMs: msOf('takes'),
    leavesMs: msOf('leaves'),
    opensMs: msOf('opens'),
    isNew: /(?:^|, )new$/.test(flags),
  }
}
