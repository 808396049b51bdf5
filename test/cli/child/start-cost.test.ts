import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { builtFile } from '../../support/process/fresh-build.js'
import { freshFolder } from '../../support/process/fresh-folder.ts'

it('a start formats no number for people: the first one takes as long as a tenth of it', () => {
  const preloaded = join(freshFolder(), 'refuse-formats.cjs')
  const refusing = "function () { throw new Error('a number was formatted') }"
  writeFileSync(
    preloaded,
    `Number.prototype.toLocaleString = ${refusing}\nIntl.NumberFormat = ${refusing}\n`,
  )
  const argv = ['exec', '--quiet', '--scenario', 'unlimited', '--', process.execPath, '-e', '0']
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', preloaded, builtFile('dist/bin.cjs'), ...argv],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('a number was formatted')])
})
