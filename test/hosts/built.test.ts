import { execFileSync } from 'node:child_process'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { freshFolder } from '../support/process/fresh-folder.ts'
import '../support/process/fresh-build.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const MINIFIED = {
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  write: false,
} as const

/** The bundle of a web page, with what it loads at once apart from what it loads when it is asked for. */
async function bundled() {
  const { metafile } = await build({
    ...MINIFIED,
    entryPoints: [join(root, 'dist/fetch.mjs')],
    outdir: freshFolder(),
    metafile: true,
  })
  const { outputs } = metafile
  const atOnce = new Set<string>()
  const visit = (file: string) => {
    if (atOnce.has(file)) return
    atOnce.add(file)
    for (const { path, kind } of outputs[file]!.imports)
      if (kind === 'import-statement') visit(path)
  }
  visit(Object.keys(outputs).find((file) => outputs[file]!.entryPoint?.endsWith('dist/fetch.mjs'))!)
  const inputsOf = (files: Iterable<string>) =>
    [...files].flatMap((file) => Object.keys(outputs[file]!.inputs))
  const bytes = [...atOnce].reduce((sum, file) => sum + outputs[file]!.bytes, 0)
  return { bytes, atOnce: inputsOf(atOnce), all: inputsOf(Object.keys(outputs)) }
}

/** Runs a program of its own with the built package, and returns its output; it must end by itself. */
function run(code: string, folder = join(root, 'dist')): string {
  const file = join(freshFolder(), 'program.mjs')
  writeFileSync(file, `import { createSandbox } from '${folder}/fetch.mjs'\n${code}`)
  return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 300_000 })
}

const LIST = `fetch('http://x.example/v1/aliases', { headers: { authorization: 'Bearer sandbox_default' } })`

describe('alias-sandbox/fetch, built', () => {
  it('has at most 250 kB in a browser, with nothing of Node, and sample data when they are asked for', async () => {
    const { bytes, atOnce, all } = await bundled()
    expect(bytes).toBeLessThanOrEqual(250_000)
    const isSample = (file: string) => file.includes('generated/texts/')
    expect(atOnce.filter(isSample)).toEqual([])
    expect(all.filter(isSample)).toHaveLength(4)
  })

  it('needs no sample data until something asks for them', () => {
    const folder = freshFolder()
    cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
    cpSync(join(root, 'generated'), join(folder, 'generated'), { recursive: true })
    rmSync(join(folder, 'generated/texts'), { recursive: true })
    const code = `
      const sandbox = createSandbox()
      const account = await sandbox.account('past_due')
      console.log((await sandbox.${LIST}).status, account.name)
      console.log(await sandbox.account('many_pages').catch((error) => error.message))`
    expect(run(code, join(folder, 'dist'))).toMatch(/^200 past_due\S*\nInternal error/)
  })

  it('keeps no program alive but for an answer', () => {
    const code = `
      const sandbox = createSandbox()
      const events = await sandbox.fetch('http://x.example/_sandbox/events')
      events.body.getReader().read()
      await sandbox.defaultAccount.fail('hang', { for: '1h' })
      console.log('end')`
    expect(run(code)).toBe('end\n')
  })

  it.each([
    ['a delayed answer', "await sandbox.defaultAccount.fail('delay', { ms: 50 })", '200'],
    ['none, until its own time is over', "await sandbox.defaultAccount.fail('hang')", 'TimeoutError'],
  ])('keeps a program alive that waits for %s', (_says, fault, end) => {
    const code = `
      const sandbox = createSandbox()
      ${fault}
      const signal = AbortSignal.timeout(1_000)
      const answer = await sandbox.${LIST.replace('headers', 'signal, headers')}.catch((error) => error)
      console.log(answer.status ?? answer.name)`
    expect(run(code)).toBe(`${end}\n`)
  })
}) // prettier-ignore
