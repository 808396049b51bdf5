import { describe, expect, it } from 'vitest'
import { Failure } from '../../../src/cli/output/failure.ts'
import { parse as parseAny, type ParsedCommand } from '../../../src/cli/args/parse.ts'
import type { Environment } from '../../../src/cli/output/io.ts'

/** A command line without --help and --version. */
const parse = (argv: readonly string[], env: Environment) => parseAny(argv, env) as ParsedCommand

describe('an option has the value of', () => {
  it.each([
    ['the default', [], {}, 25_427, 'default'],
    ['the variable', [], { ALIAS_SANDBOX_PORT: '81' }, 81, 'env'],
    ['the flag', ['--port', '82'], { ALIAS_SANDBOX_PORT: '81' }, 82, 'flag'],
    ['the default when the variable is empty', [], { ALIAS_SANDBOX_PORT: '' }, 25_427, 'default'],
    ['the flag, whatever the variable', ['-p', '0'], { ALIAS_SANDBOX_PORT: 'x' }, 0, 'flag'],
    ['the command’s own default', ['exec', '--', 'true'], {}, 0, 'default'],
    ['the flag before the command', ['--port', '82', 'start'], {}, 82, 'flag'],
  ])('%s', (_what, argv, env, port, source) => {
    const { options, sourceOf } = parse(argv, env)
    expect(options.port).toBe(port)
    expect(sourceOf('port')).toBe(source)
  })

  it.each([
    ['1', true],
    ['true', true],
    ['Yes', true],
    ['0', false],
    ['off', false],
  ])('a switch that is %s', (text, value) => {
    expect(parse([], { ALIAS_SANDBOX_FROZEN: text }).options.frozen).toBe(value)
  })

  it('a list: separated by commas in a variable, repeated as a flag', () => {
    const variable = { ALIAS_SANDBOX_CHOICE: 'page_size=10, burn=suspended' }
    expect(parse([], variable).options.choice).toEqual(['page_size=10', 'burn=suspended'])
    const flags = ['--choice', 'page_size=5', '--choice', 'expiry=late']
    expect(parse(flags, variable).options.choice).toEqual(['page_size=5', 'expiry=late'])
  })

  it('a list whose variable is only commas: its default', () => {
    const { options, sourceOf } = parse([], { ALIAS_SANDBOX_CHOICE: ' , ' })
    expect(options.choice).toEqual([])
    expect(sourceOf('choice')).toBe('default')
  })

  it('a negative number', () => {
    expect(parse(['--seed', '-5'], {}).options.seed).toBe(-5)
  })
})

describe('the environment', () => {
  it('may contain unknown variables', () => {
    expect(parse([], { ALIAS_SANDBOX_WHATEVER: 'x' }).command.name).toBe('start')
  })

  it('is named in the error when it is wrong', () => {
    const wrong = () => parse([], { ALIAS_SANDBOX_FROZEN: 'maybe' })
    expect(wrong).toThrow(Failure)
    expect(wrong).toThrow(/invalid value "maybe" for ALIAS_SANDBOX_FROZEN: expected/)
  })
})

describe('a letter', () => {
  it.each([['-p80'], ['-p', '80'], ['-qp', '80'], ['-p=80']])(
    'takes its value from %s %s',
    (...argv) => {
      expect(parse(argv, {}).options.port).toBe(80)
    },
  )

  it('is not recognized after --', () => {
    expect(parse(['exec', '--', 'ls', '-s', 'free'], {}).childCommand).toEqual(['ls', '-s', 'free'])
  })
})

describe('the words after --', () => {
  it('are the command of exec, unchanged', () => {
    const { childCommand, options } = parse(
      ['exec', '-q', '--', 'npm', 'test', '--', '--port', '007'],
      {},
    )
    expect(childCommand).toEqual(['npm', 'test', '--', '--port', '007'])
    expect(options).toMatchObject({ quiet: true, port: 0 })
  })

  it('are arguments of other commands', () => {
    expect(parse(['start', '--', '--odd'], {}).words).toEqual(['--odd'])
  })
})

describe('arguments of an action', () => {
  it.each([
    [['--id', 'shop', '--count', '3'], { id: 'shop', count: '3' }],
    [['--id=shop', '--single-use'], { id: 'shop', single_use: true }],
    [['--scenario', 'past_due'], { scenario: 'past_due' }],
    [['--value=-5'], { value: '-5' }],
    [['--value', '-5'], { value: '-5' }],
    [['--count', '007', '--label='], { count: '007', label: '' }],
    [['--text', '1e3', '--flag', 'true'], { text: '1e3', flag: 'true' }],
    [['--label', 'a b', '--json'], { label: 'a b' }],
  ])('%j', (argv, args) => {
    const parsed = parse(['trigger', 'some_action', ...argv], {})
    expect(parsed.actionArgs).toEqual(args)
    expect(parsed.words).toEqual(['some_action'])
  })
})
