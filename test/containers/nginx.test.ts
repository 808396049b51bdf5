import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectSandbox } from '../../src/client/connect.ts'
import { builtCli, readyUrl } from '../support/process/built-cli.ts'
import { freePort } from '../support/process/free-port.ts'
import { freshFolder } from '../support/process/fresh-folder.ts'
import { needs } from '../support/tools/needs.ts'

// docs/ci.md: nginx in front of three sandboxes, with the configuration that the page shows.
const config = fileURLToPath(
  new URL('../../docs/snippets/nginx/alias-sandbox.conf', import.meta.url),
)
const keys = Array.from({ length: 60 }, (_, index) => `plus-${index}`)

describe('nginx in front of three sandboxes', needs('nginx'), () => {
  it('sends all requests of a key to one of them, and keys to all of them', async () => {
    const { servers, send } = await startTeam()
    for (const key of [...keys, ...keys]) expect((await send(key)).status).toBe(200)
    const held = await Promise.all(servers.map(({ url }) => requestsByKey(url)))
    for (const key of keys) {
      expect(held.map((counts) => counts.get(key) ?? 0).toSorted()).toEqual([0, 0, 2])
    }
    for (const counts of held) expect(counts.size).toBeGreaterThan(0)
  })

  it('names the server that holds a key, whose control API has its own address', async () => {
    const { front, heldBy, send } = await startTeam()
    await send('past_due-7')
    const sandbox = await connectSandbox(`http://${await heldBy('past_due-7')}`)
    expect(await (await sandbox.accountNamed('past_due-7')).requests()).toMatchObject([
      { response: { status: 403 } },
    ])
    expect((await fetch(`${front}/_sandbox/live`)).status).toBe(404)
  })

  it('loses with a dead server only its own accounts, which never move', async () => {
    const { servers, heldBy, send } = await startTeam()
    const before = new Map<string, string>()
    for (const key of keys) {
      await send(key, 'POST')
      before.set(key, await heldBy(key))
    }
    const [dead, ...others] = servers
    dead!.cli.child.kill('SIGKILL')
    await dead!.cli.ended
    for (const key of keys) {
      const isLost = before.get(key) === dead!.address
      expect(await heldBy(key)).toBe(before.get(key))
      const answer = await send(key)
      expect(answer.status, key).toBe(isLost ? 502 : 200)
      if (!isLost) expect((await readAliases(answer)).length).toBe(1)
    }
    expect(others).toHaveLength(2)
    // It comes back at its address, without a file of its own: its keys open new accounts.
    const again = builtCli(['--port', dead!.address.split(':')[1]!, '-q'])
    await readyUrl(again)
    const lost = keys.find((key) => before.get(key) === dead!.address)!
    expect(await readAliases(await send(lost))).toEqual([])
  })

  it.each(['drop_before', 'drop_after', 'connection_reset', 'truncate'] as const)(
    'lets the client see %s as a broken connection, and sends the request once',
    async (kind) => {
      const { heldBy, send } = await startTeam()
      await send('plus-1')
      const sandbox = await connectSandbox(`http://${await heldBy('plus-1')}`)
      const account = await sandbox.accountNamed('plus-1')
      await account.fail(kind)
      await expect(send('plus-1').then((answer) => answer.text())).rejects.toThrow(TypeError)
      expect(await account.requests()).toHaveLength(2)
    },
  )

  it('passes on a body that dribbles in, and the end of a client that a hang made leave', async () => {
    const { heldBy, send } = await startTeam()
    await send('plus-1')
    const sandbox = await connectSandbox(`http://${await heldBy('plus-1')}`)
    const account = await sandbox.accountNamed('plus-1')
    await account.fail('dribble', { ms: 20 })
    expect(await readAliases(await send('plus-1'))).toEqual([])
    await account.fail('hang')
    const leaving = new AbortController()
    const answer = send('plus-1', 'GET', leaving.signal)
    await account.waitForRequests({ count: 3 })
    leaving.abort()
    await expect(answer).rejects.toThrow()
    const left = async () => (await account.requests()).at(-1)?.client_left
    await expect.poll(left, { timeout: 10_000 }).toBe(true)
  })

  it('passes on the Date and the errors of the sandbox', async () => {
    const { heldBy, send } = await startTeam(['--now', '2020-02-03T04:05:06Z', '--frozen'])
    const direct = await fetch(`http://${await heldBy('outage_incident-1')}/v1/aliases`, {
      headers: { authorization: 'Bearer sandbox_outage_incident-1' },
    })
    const proxied = await send('outage_incident-1')
    expect(proxied.status).toBe(503)
    for (const name of ['server', 'date', 'retry-after', 'content-type', 'content-length']) {
      expect(proxied.headers.get(name), name).toBe(direct.headers.get(name))
    }
  })
})

/** Starts three sandboxes and nginx with the configuration of the page, except for its addresses. */
async function startTeam(argv: readonly string[] = []) {
  const start = async () => {
    const cli = builtCli(['--port', '0', '-q', '--allowed-host', 'sandbox.test', ...argv])
    const url = await readyUrl(cli)
    return { cli, url, address: url.slice('http://'.length) }
  }
  const servers = [await start(), await start(), await start()]
  const front = await startNginx(servers.map(({ address }) => address))
  const ask = (path: string, key: string, method = 'GET', signal: AbortSignal | null = null) =>
    fetch(front + path, { method, headers: { authorization: `Bearer sandbox_${key}` }, signal })
  return {
    servers,
    front,
    send: (key: string, method?: string, signal?: AbortSignal) =>
      ask('/v1/aliases', key, method, signal),
    heldBy: async (key: string) => (await ask('/held-by', key)).headers.get('held-by')!,
  }
}

async function startNginx(addresses: readonly string[]): Promise<string> {
  const folder = freshFolder()
  const port = await freePort()
  let text = readFileSync(config, 'utf8').replace('listen 8080;', `listen 127.0.0.1:${port};`)
  for (const [index, address] of addresses.entries()) {
    text = text.replace(`server 10.0.0.${index + 1}:25427 `, `server ${address} `)
  }
  expect(text).not.toContain('server 10.')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  const main = join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit; events {}
http { access_log off; ${temporary}
${text}}`,
  )
  const child = spawn('nginx', ['-e', 'stderr', '-c', main], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`nginx ended with ${code as number}`)
  })
  ended.catch(() => undefined)
  const url = `http://127.0.0.1:${port}`
  const listens = () =>
    fetch(`${url}/_sandbox`).then(
      () => true,
      () => false,
    )
  await Promise.race([expect.poll(listens).toBe(true), ended])
  return url
}

async function requestsByKey(url: string): Promise<Map<string, number>> {
  const sandbox = await connectSandbox(url)
  const accounts = (await sandbox.accounts()).filter(({ name }) => name !== 'default')
  return new Map(
    await Promise.all(
      accounts.map(async (account) => [account.name, (await account.requests()).length] as const),
    ),
  )
}

async function readAliases(answer: Response): Promise<unknown[]> {
  return ((await answer.json()) as { aliases: unknown[] }).aliases
}
