import axios from 'axios'
import got from 'got'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPython } from '../support/tools/find-command.js'

/** A call, and what its sender makes of the answer: `wait` is Retry-After. */
export type Ask = { url: string; method: string; headers: { authorization: string } }
export type SenderAnswer = { status: number; wait: string | null }

/** A client that all tests of a suite share: it retries nothing by itself. */
export type Sender = {
  name: string
  tool?: string
  /**
   * Its calls wait inside the client, for a socket, a thread or a process, and are sent after others were
   * answered. A careful test makes one at a time, and asks again what it may do.
   */
  isInTurn?: boolean
  open: () => { send: (ask: Ask) => Promise<SenderAnswer>; close: () => Promise<unknown> | void }
}

const stays = () => {}

export const senders: readonly Sender[] = [
  { name: 'fetch', open: () => ({ send: sendByFetch, close: stays }) },
  { name: 'axios', open: () => ({ send: sendByAxios, close: stays }) },
  { name: 'got', open: () => ({ send: sendByGot, close: stays }) },
  { name: 'http.Agent with 1 socket', isInTurn: true, open: () => openAgent(1) },
  { name: 'http.Agent with 8 sockets', isInTurn: true, open: () => openAgent(8) },
  {
    name: 'Python’s requests.Session',
    tool: 'python3 requests',
    isInTurn: true,
    open: openSession,
  },
  {
    name: 'curl',
    tool: 'curl',
    isInTurn: true,
    open: () => ({ send: sendByCurl, close: stays }),
  },
]

async function sendByFetch({ url, method, headers }: Ask): Promise<SenderAnswer> {
  const response = await fetch(url, { method, headers })
  await response.text()
  return { status: response.status, wait: response.headers.get('retry-after') }
}

async function sendByAxios(ask: Ask): Promise<SenderAnswer> {
  const { status, headers } = await axios.request({ ...ask, validateStatus: () => true })
  return { status, wait: (headers['retry-after'] as string | undefined) ?? null }
}

async function sendByGot({ url, method, headers }: Ask): Promise<SenderAnswer> {
  const options = { method: method as 'GET', headers, retry: { limit: 0 }, throwHttpErrors: false }
  const response = await got(url, options)
  return { status: response.statusCode, wait: response.headers['retry-after'] ?? null }
}

function openAgent(maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const send = ({ url, method, headers }: Ask) =>
    new Promise<SenderAnswer>((resolve, reject) => {
      request(url, { agent, method, headers }, (response) => {
        const { statusCode: status = 0, headers: answered } = response
        const wait = answered['retry-after'] ?? null
        response.resume().on('end', () => resolve({ status, wait }))
      })
        .on('error', reject)
        .end()
    })
  return { send, close: () => agent.destroy() }
}

function openSession() {
  const script = new URL('drivers/python/requests_session.py', import.meta.url)
  const python = findPython('requests') ?? 'python3'
  const child = spawn(python, [fileURLToPath(script)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (answer: SenderAnswer) => void>()
  createInterface(child.stdout).on('line', (line) => {
    const { id, ...answer } = JSON.parse(line) as SenderAnswer & { id: number }
    waiting.get(id)!(answer)
  })
  let made = 0
  const send = (ask: Ask) =>
    new Promise<SenderAnswer>((resolve) => {
      made += 1
      waiting.set(made, resolve)
      child.stdin.write(`${JSON.stringify({ ...ask, id: made })}\n`)
    })
  const close = () => {
    child.stdin.end()
    return once(child, 'exit')
  }
  return { send, close }
}

const run = promisify(execFile)

async function sendByCurl({ url, method, headers }: Ask): Promise<SenderAnswer> {
  const head = ['-H', `authorization: ${headers.authorization}`]
  const format = ['-o', '/dev/null', '-w', '%{http_code} %header{retry-after}']
  const { stdout } = await run('curl', ['-s', '-X', method, ...head, ...format, url])
  const [status, wait] = stdout.split(' ')
  return { status: Number(status), wait: wait || null }
}
