import { describe, expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

describe('a wrong command line gets a one-line error and exit code 2', () => {
  it.each([
    ['an unknown flag', '--prot 80', 'unknown option --prot (did you mean --port?)'],
    ['an unknown short flag', '-x', 'unknown option -x; see: alias-sandbox start --help'],
    [
      'a flag of another command',
      'wait --port 80',
      'unknown option --port for wait; see: alias-sandbox wait --help',
    ],
    [
      'an unknown command',
      'trigge',
      'unknown command or scenario "trigge" (did you mean trigger?)',
    ],
    [
      'an unknown scenario',
      'past_du',
      'unknown command or scenario "past_du" (did you mean past_due?)',
    ],
    ['… behind start', 'start past_du', 'unknown scenario "past_du" (did you mean past_due?)'],
    [
      '… by flag',
      '-s wait',
      'unknown scenario "wait" for --scenario; see: alias-sandbox scenarios',
    ],
    [
      'two scenarios in one value',
      '-s plus,past_due',
      'unknown scenario "plus,past_due" for --scenario',
    ],
    [
      'a port that is a word',
      '--port abc',
      'invalid value "abc" for --port: expected an integer from 0 to 65535',
    ],
    ['a port with a sign', '--port=+80', 'invalid value "+80" for --port'],
    ['a port in hexadecimal', '--port 0x50', 'invalid value "0x50" for --port'],
    ['a port with a leading zero', '--port 080', 'invalid value "080" for --port'],
    ['a port that is too large', '--port 65536', 'invalid value "65536" for --port'],
    ['a negative port', '--port -1', 'invalid value "-1" for --port'],
    ['a flag that is given twice', '--port 1 --port 2', '--port is used more than once'],
    ['… by letter', '-p 1 --port 2', '--port is used more than once'],
    ['a value that is missing', '--port', 'missing value for --port <port>'],
    ['… because a flag follows', '--port --json', 'missing value for --port <port>'],
    ['an empty value', '--host=', 'missing value for --host <address>'],
    ['a value that is not wanted', '--json=yes', '--json takes no value'],
    ['a repeated flag without a value', '--json -q --json', '--json is used more than once'],
    ['an unknown flag behind a flag', '--port --prot 1', 'missing value for --port <port>'],
    [
      'a flag in camel case',
      '--readyFile x',
      'unknown option --readyFile (did you mean --ready-file?)',
    ],
    ['a flag with a dot', '--port.x 1', 'unknown option --port.x'],
    ['a flag with a dash', '--port- 1', 'unknown option --port-'],
    ['a flag with three dashes', '---port 1', 'unknown option ---port'],
    ['a flag without its end', '--scen plus', 'unknown option --scen (did you mean --scenario?)'],
    ['a flag that is a name of JavaScript', '--__proto__ 1', 'unknown option --__proto__'],
    ['… by its value', '--constructor=1', 'unknown option --constructor'],
    ['a denied flag with a value', '--no-port', 'unknown option --no-port'],
    ['a denied flag', '--no-json', 'unknown option --no-json'],
    [
      'a seed that is no integer',
      '--seed 1.5',
      'invalid value "1.5" for --seed: expected an integer',
    ],
    [
      'a scale of nothing',
      '--scale 0',
      'invalid value "0" for --scale: expected a number from 0.001',
    ],
    ['milliseconds', '--now 1767225600000', 'did you mean 1767225600 seconds?'],
    ['a day that does not exist', '--now 2026-02-30', '--now must be an ISO time'],
    [
      'an unknown choice',
      '--choice page_sze=1',
      'unknown choice "page_sze" (did you mean "page_size"?)',
    ],
    [
      'a choice without a value',
      '--choice page_size',
      'invalid value "page_size" for --choice: expected id=value',
    ],
    ['a choice out of range', '--choice page_size=0', 'page_size must be an integer from 1 to 100'],
    [
      'a choice given twice',
      '--choice burn=removed --choice burn=removed',
      'burn is set more than once',
    ],
    ['a bad API key', '--api-key sk_live_1', '--api-key must be sandbox_ and'],
    [
      'a scenario file that is not there',
      '-s ./none.yaml',
      './none.yaml: no such file or directory',
    ],
    ['a folder that is not there', '--scenarios-dir none', 'none: no such file or directory'],
    [
      'a token file that is not there',
      '--control-token-file none',
      'cannot read --control-token-file none (ENOENT)',
    ],
    ['exec without a command', 'exec', 'exec: missing command'],
    [
      'exec without --',
      'exec ls',
      'exec: unexpected argument "ls" (write the command after --); usage: alias-sandbox exec [options] --',
    ],
    [
      'a bad template',
      'exec --env 1A=x -- true',
      'invalid value "1A=x" for --env: expected NAME=text',
    ],
    [
      'an unknown placeholder',
      'exec --env A={urll} -- true',
      'invalid value "{urll}" for --env A: expected {url} or {key}',
    ],
    [
      'a word too many',
      'reset all',
      'reset: unexpected argument "all"; usage: alias-sandbox reset',
    ],
    ['a number too many', 'reset 5', 'reset: unexpected argument "5"'],
    ['no scenarios', 'explore --scenarios , -- true', 'invalid value "," for --scenarios'],
    [
      'an unknown format',
      'explore --format yaml -- true',
      'expected text, json, markdown or junit',
    ],
    ['a host name with a port', '--allowed-host a:1', 'invalid value "a:1" for --allowed-host'],
    [
      'an argument of no action',
      'trigger --id x',
      'trigger: missing argument <action> before --id',
    ],
    [
      'save without a file',
      'save',
      'save: missing argument <file>; usage: alias-sandbox save <file>',
    ],
    ['a session that is not there', 'load none', 'cannot read none (ENOENT)'],
    [
      'a word of a table',
      'report --format jnit',
      'expected text, markdown or junit (did you mean junit?)',
    ],
    [
      '--json and another format',
      'report --json --format junit',
      '--format cannot be used with --json',
    ],
    [
      'a timeout that is none',
      'wait --timeout soon',
      'invalid value "soon" for --timeout: expected a duration',
    ],
    [
      'a URL that is none',
      'wait --url localhost:1',
      'invalid value "localhost:1" for --url: expected a URL',
    ],
    ['an advance to a word', 'advance utc_midnite', '(did you mean utc_midnight?)'],
    [
      'scenarios that are too many',
      'scenarios list all',
      'scenarios list: unexpected argument "all"',
    ],
    ['a file name for no scenario', 'init notes.txt', 'invalid file name "notes.txt"'],
  ])('%s: %s', async (_what, line, ...message) => {
    const { exitCode, stdout, stderr } = await runCli(line.split(' '))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr.match(/\n/g)).toHaveLength(1)
    for (const text of message) expect(stderr).toContain(text)
  })

  it.each([
    ['mail', 'inbox'], ['log', 'requests, or history'], ['clock --help', 'advance <duration>, or status'],
    ['faults', 'status, or trigger arm_fault --kind <kind>'], ['kill', 'stop'], ['page', 'save <file>.html'],
    ['explain req_1', 'requests <id>'], ['rewind', 'undo [id]'],
    ['help dashboard', 'start --open'],
    ['state save x', 'save <file>.json, or load <file>'], ['snapshot', 'save <file>.json'],
    ['story', 'history, or scenarios'], ['journal', 'requests, or history'],
  ])('%s: names the command that does it', async (line, command) => {
    const [word] = line.replace('help ', '').split(' ')
    expect(await runCli(line.split(' '))).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `alias-sandbox: there is no command ${word}; use: alias-sandbox ${command}\n`,
    })
  }) // prettier-ignore

  it('does not repeat a possible real key', async () => {
    expect((await runCli(['--api-key', 'sk_live_1'])).stderr).not.toContain('sk_live_1')
  })
})
