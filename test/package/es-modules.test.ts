import { join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { usePackedPackage, type TempProject } from '../support/process/temp-project.ts'

const both = `
  import { SandboxError } from 'alias-sandbox'
  import { SandboxError as ofClient } from 'alias-sandbox/client'
  console.log(SandboxError === ofClient)`
const client = `
  import { connectSandbox, SandboxError } from 'alias-sandbox/client'
  connectSandbox('nowhere').catch((error) => console.log(error instanceof SandboxError))`

/** Puts the program and what it imports into one file. */
async function bundle({ folder }: TempProject, options: BuildOptions) {
  const outfile = join(folder, `elsewhere/program.${options.format === 'cjs' ? 'cjs' : 'mjs'}`)
  await build({
    stdin: { contents: client, resolveDir: folder },
    bundle: true,
    outfile,
    logLevel: 'error',
    ...options,
  })
  return outfile
}

describe('the ES modules of the package', () => {
  const makeProject = usePackedPackage()
  const works = { exitCode: 0, output: 'true\n' }

  it('share the class of their errors', async () => {
    const project = makeProject([])
    project.write('program.mjs', both)
    expect(await project.run(process.execPath, ['program.mjs'])).toEqual(works)
  })

  it.each<[tool: string, options: BuildOptions]>([
    ['for browsers', { platform: 'browser', format: 'esm' }],
    ['for Node', { platform: 'node', format: 'esm' }],
    ['for Node as CommonJS', { platform: 'node', format: 'cjs' }],
    ['with conditions of its own', { platform: 'node', format: 'esm', conditions: ['test'] }],
  ])('have a client that a bundler puts into one file: %s', async (_tool, options) => {
    const project = makeProject([])
    const outfile = await bundle(project, options)
    expect(await project.run(process.execPath, [outfile])).toEqual(works)
  })
})
