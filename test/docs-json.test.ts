import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freshFolder } from './support/process/fresh-folder.ts'
import { BIN, builtCli, readyUrl } from './support/process/built-cli.ts'
import { tableRows } from './support/markdown-table.ts'

// Runs each command of the table in docs/command-line.md with --json, in their order beside one sandbox, and compares
// the fields of what it prints.

/** The fields of an object: true for any value, a shape for an object, and a shape in a list for a list of them. */
type Shape = true | { [field: string]: Shape } | [Shape]

const rows = tableRows('docs/command-line.md', 'command | object | note').map(
  ([command, object]) => [withoutTicks(command!), toShape(withoutTicks(object!))] as const,
)

it(
  '--json prints what docs/command-line.md says',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const cwd = freshFolder()
    cpSync(fileURLToPath(new URL('../docs/tutorial', import.meta.url)), join(cwd, 'tutorial'), {
      recursive: true,
    })
    const sandbox = builtCli(['start', '--port', '0', '--json'], { cwd })
    const url = await readyUrl(sandbox)
    await useSandbox(url)
    const wrong: string[] = []
    for (const [command, shape] of rows) {
      const isStart = command === 'start'
      const stdout = isStart ? sandbox.out.stdout.split('\n')[0]! : await run(command, url, cwd)
      wrong.push(...differences(JSON.parse(stdout), shape, command))
    }
    expect(rows.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  },
)

/** Makes something that each list of the table shows: a request, a mail, an action. */
async function useSandbox(url: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const headers = {
      authorization: 'Bearer sandbox_default',
      'content-type': 'application/json',
    }
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  }
  const { alias } = (await post('/v1/aliases', {})) as { alias: { address: string } }
  await post('/_sandbox/actions/deliver_mail', { to: alias.address, text: 'Your code is 482913.' })
  await post('/_sandbox/actions/fail_payment', {})
}

/** Some commands end with another code than 0, such as explore where it has found a problem. */
function run(command: string, url: string, cwd: string): Promise<string> {
  const [before, after] = command.split(' -- ') as [string, string?]
  const argv = [...before.split(' '), '--json', ...(after ? ['--', ...after.split(' ')] : [])]
  const env = { ...process.env, ALIAS_SANDBOX_URL: url }
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...argv], { cwd, env, maxBuffer: 1e8 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
}

/** `{ a, b?, c: [{ d }], … }` */
function toShape(object: string): Shape {
  const json = object.replaceAll(
    /(\w+\??|…)(\s*:)?/g,
    (_match, name: string, colon?: string) => `"${name}":${colon ? '' : 'true'}`,
  )
  return JSON.parse(json) as Shape
}

function differences(value: unknown, shape: Shape, path = ''): string[] {
  if (shape === true) return []
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return [`${path}: not a list with items`]
    return value.flatMap((item, at) => differences(item, shape[0], `${path}[${at}]`))
  }
  const fields = Object.keys(value ?? {})
  const told = Object.keys(shape).map((name) => name.replace('?', ''))
  const missing = Object.keys(shape).filter(
    (name) => !name.endsWith('?') && name !== '…' && !fields.includes(name),
  )
  const others = '…' in shape ? [] : fields.filter((field) => !told.includes(field))
  return [
    ...missing.map((name) => `${path}.${name}: missing`),
    ...others.map((name) => `${path}.${name}: not told`),
    ...Object.entries(shape)
      .filter(([name]) => fields.includes(name))
      .flatMap(([name, inner]) =>
        differences((value as Record<string, unknown>)[name], inner, `${path}.${name}`),
      ),
  ]
}

function withoutTicks(cell: string): string {
  return cell.replaceAll('`', '')
}
