import { describe, expect, it } from 'vitest'
import { runCli } from '../../support/process/run-cli.ts'

describe('what cannot be done is told in one line, with exit code 2', () => {
  it.each([
    [
      'an unknown flag',
      '--prot 80',
      'unknown flag --prot (did you mean --port?); start takes --scenario',
    ],
    ['an unknown short flag', '-x', 'unknown flag -x'],
    ['a flag of another command', 'wait --port 80', 'unknown flag --port; wait takes --timeout'],
    [
      'an unknown command',
      'trigge',
      '"trigge" is not known (did you mean trigger?); allowed: start',
    ],
    ['an unknown scenario', 'past_du', '"past_du" is not known (did you mean past_due?)'],
    ['… behind start', 'start past_du', '--scenario: "past_du" is not', 'mean past_due?)'],
    ['… by flag', '-s wait', '--scenario: "wait" is not one of'],
    ['two scenarios in one value', '-s plus,past_due', '"plus,past_due" is not one of'],
    ['a port that is a word', '--port abc', '--port: "abc" is not a whole number from 0 to 65535'],
    ['a port with a sign', '--port=+80', '--port: "+80" is not'],
    ['a port in hexadecimal', '--port 0x50', '--port: "0x50" is not'],
    ['a port with a leading zero', '--port 080', '--port: "080" is not'],
    ['a port that is too large', '--port 65536', '--port: "65536" is not'],
    ['a negative port', '--port -1', '--port: "-1" is not'],
    ['a flag that is given twice', '--port 1 --port 2', '--port is given twice'],
    ['… by letter', '-p 1 --port 2', '--port is given twice'],
    ['a value that is missing', '--port', '--port needs a value'],
    ['… because a flag follows', '--port --json', '--port needs a value'],
    ['an empty value', '--host=', '--host needs a value'],
    ['a value that is not wanted', '--json=yes', '--json takes no value'],
    ['a denied flag', '--no-json', 'unknown flag --no-json'],
    ['a seed that is no integer', '--seed 1.5', '--seed: "1.5" is not a whole number'],
    ['a scale of nothing', '--scale 0', '--scale: "0" is not a number from 0.001'],
    ['milliseconds', '--now 1767225600000', 'did you mean 1767225600 seconds?'],
    ['a day that does not exist', '--now 2026-02-30', '--now: "2026-02-30" is not an ISO time'],
    [
      'an unknown choice',
      '--choice page_sze=1',
      'page_sze: is not a choice; did you mean page_size',
    ],
    ['a choice without a value', '--choice page_size', 'is not of the form id=value'],
    ['a choice out of range', '--choice page_size=0', 'page_size: "0" is not a whole number'],
    ['a choice given twice', '--choice burn=removed --choice burn=removed', 'burn is given twice'],
    ['a bad API key', '--api-key sk_live_1', '--api-key: a key is sandbox_ and'],
    ['a scenario file that is not there', '-s ./none.yaml', './none.yaml: is not there'],
    ['a folder that is not there', '--scenarios-dir none', 'none: is not there'],
    ['a token file that is not there', '--control-token-file none', 'cannot be read (ENOENT)'],
    ['exec without a command', 'exec', 'exec: no command'],
    [
      'exec without --',
      'exec ls',
      'exec: unexpected argument "ls" (the command goes behind --); usage: alias-sandbox exec [options] --',
    ],
    ['a bad template', 'exec --env 1A=x -- true', '--env: "1A=x" is not of the form'],
    ['an unknown placeholder', 'exec --env A={urll} -- true', '"{urll}" is not one of {url}'],
    [
      'a word too many',
      'reset all',
      'reset: unexpected argument "all"; usage: alias-sandbox reset',
    ],
    ['an unknown part of state', 'state sav x', 'state: "sav" is not one of save, load'],
    [
      'state without a file',
      'state save',
      'state: missing argument <file>; usage: alias-sandbox state <save|load> <file>',
    ],
    ['a state that is not there', 'state load none', 'none: cannot be read (ENOENT)'],
    ['a timeout that is none', 'wait --timeout soon', '--timeout: "soon" is not a duration'],
    ['a URL that is none', 'wait --url localhost:1', '--url: "localhost:1" is not a URL'],
    ['an advance to a word', 'advance utc_midnite', 'is not known (did you mean utc_midnight?)'],
    ['a shell that is unknown', 'completion csh', 'completion: "csh" is not one of bash'],
    [
      'scenarios that are too many',
      'scenarios list all',
      'scenarios list: unexpected argument "all"',
    ],
    ['a file name for no scenario', 'init notes.txt', '"notes.txt" is no name for a scenario'],
  ])('%s: %s', async (_what, line, ...message) => {
    const { exitCode, stdout, stderr } = await runCli(line.split(' '))
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr.match(/\n/g)).toHaveLength(1)
    for (const text of message) expect(stderr).toContain(text)
  })

  it('does not repeat what may be a real key', async () => {
    expect((await runCli(['--api-key', 'sk_live_1'])).stderr).not.toContain('sk_live_1')
  })
})
