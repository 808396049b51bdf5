import { describe, expect, it } from 'vitest'
import { faultKinds } from '../../src/contract/faults.ts'
import { argumentsOf } from '../support/core/fault-arguments.ts'
import { usePackedPackage } from '../support/process/temp-project.ts'
import { findNode } from '../support/tools/find-node.js'
import { needs } from '../support/tools/needs.ts'

const faults = JSON.stringify(faultKinds.map((kind) => [kind, argumentsOf(kind)]))

describe.each([
  ['msw 2', { from: 'msw', on: process.execPath }, {}],
  ['msw 3', { from: '../.nodes/node_modules/msw3', on: findNode(22) ?? '' }, needs('Node 22')],
])('through %s', (_version, { from, on }, options) => {
  const makeProject = usePackedPackage()

  it('each kind of fault reaches a client as it is', options, async () => {
    const { copy, run, write } = makeProject([`msw=${from}`])
    copy('test/library/intercepted')
    write('package.json', JSON.stringify({ type: 'module' }))
    const argv = ['--test', '--test-reporter=tap']
    const { exitCode, output } = await run(on, argv, { FAULTS: faults })
    expect(output).toContain(`# pass ${faultKinds.length + 1}`)
    expect(exitCode).toBe(0)
  })
})
