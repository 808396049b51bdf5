import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { usePackedPackage } from '../support/process/temp-project.ts'

describe('the ES modules of the package', () => {
  const makeProject = usePackedPackage()

  it('share the class of their errors', async () => {
    const project = makeProject([])
    project.write(
      'program.mjs',
      `import { SandboxError } from 'alias-sandbox'
      import { SandboxError as ofClient } from 'alias-sandbox/client'
      console.log(SandboxError === ofClient)`,
    )
    const ran = await project.run(process.execPath, ['program.mjs'])
    expect(ran).toEqual({ exitCode: 0, output: 'true\n' })
  })

  it.each(['browser', 'node'] as const)(
    'have a client that a bundler for %s puts into one file, which needs no other',
    async (platform) => {
      const project = makeProject([])
      await build({
        stdin: {
          contents: `import { connectSandbox, SandboxError } from 'alias-sandbox/client'
          connectSandbox('nowhere').catch((error) => console.log(error instanceof SandboxError))`,
          resolveDir: project.folder,
        },
        bundle: true,
        platform,
        format: 'esm',
        outfile: join(project.folder, 'elsewhere/program.mjs'),
      })
      expect(readFileSync(join(project.folder, 'elsewhere/program.mjs'), 'utf8')).not.toMatch(
        /^import/m,
      )
      const ran = await project.run(process.execPath, ['elsewhere/program.mjs'])
      expect(ran).toEqual({ exitCode: 0, output: 'true\n' })
    },
  )
})
