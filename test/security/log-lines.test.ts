import { expect, it } from 'vitest'
import { startCli } from '../support/process/run-cli.ts'

const HOSTILE = 'a\r\n[fake] line\u001b[2J\u009b2J\u007f\u2028\u202e'
/** Characters that could break a line or control a terminal, except our own line ends. */
// oxlint-disable-next-line no-control-regex -- the test looks for them
const RAW = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/

it.each([[['--json']], [['--log', '-']]])(
  'T30 input from clients cannot forge a log line or control a terminal (start %j)',
  async (flags) => {
    const run = startCli(['--port', '0', ...flags])
    await run.until('ready')
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(run.stdout()) ?? []
    const headers = { authorization: 'Bearer sandbox_default', 'content-type': 'application/json' }
    const send = (method: string, path: string, body?: object) =>
      fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    await send('POST', '/v1/aliases', { label: HOSTILE, [HOSTILE]: 1 })
    await send('POST', '/v1/aliases', { single_use: HOSTILE })
    await send('POST', '/v1/aliases', { expires_at: HOSTILE })
    await send('GET', `/v1/aliases?limit=${encodeURIComponent(HOSTILE)}`)
    await send(
      'GET',
      `/v1/aliases?last_key=${encodeURIComponent(HOSTILE)}&${encodeURIComponent(HOSTILE)}=1`,
    )
    await send('GET', `/v1/${encodeURIComponent(HOSTILE)}`)
    await run.until('not_found')
    run.signal('SIGTERM')
    await run.exitCode
    const lines = run.stdout().trimEnd().split('\n')
    expect(lines).toHaveLength(1 + 6)
    expect(lines.filter((line) => RAW.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith('[fake]'))).toEqual([])
    expect(RAW.test(run.stderr())).toBe(false)
  },
)
