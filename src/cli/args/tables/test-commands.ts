import { commandsIn, type CommandRow } from './command-row.ts'
import { exploreOptions, exploreOverrides, mutateOptions, mutateOverrides } from './hunt-options.ts'
import { connectionOptions, execOptions, execOverrides, startOptions } from './option-groups.ts'

const command = commandsIn('Test')

/** The commands that test a client or a suite. */
export const testCommands: readonly CommandRow[] = [
  command('exec', 'Run a command against a sandbox of its own', {
    usage: ['exec [options] -- <command> [argument...]'],
    details:
      'Sets ALIAS_SANDBOX_URL and ALIAS_SANDBOX_API_KEY for the command, and the variables that --env requests. Writes to standard error; standard output belongs to the command, or to --json. Forwards SIGTERM and SIGHUP; the command gets Ctrl-C from the terminal. A command that has not ended after 5 seconds, or at a second signal, is killed. If a run with --report fails, its session is saved as <file>.session.json.\n\n--each scenario shows how the command ends in each scenario; --each choice, which sentences that the API document leaves open it depends on: it runs twice as usual, then once under each other likely reading. Each run has a sandbox of its own on a free port. The result goes to standard output. A signal stops the runs and prints the result so far; what a command leaves behind in its process group is killed.\n\nExit code: that of the command; 4 if it passed and --verify failed; 126 if it cannot be run; 127 if it is not found; 128+N if signal N ended it. With --each: 0 if every run was carried out, whatever its result; 4 if --verify failed; 1 if the command is not repeatable.',
    examples: [
      'exec --scenario burst_exceeded -- npm test',
      'exec --verify --report report.xml -- pytest',
      'exec --env API_URL={url}/v1 --env API_KEY={key} -- make test',
      'exec --each scenario=plus,past_due --format markdown -- npm test',
      'exec --each choice -- npm test',
    ],
    options: [...startOptions, ...execOptions],
    overrides: execOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/exec/exec.ts')).runExec,
  }),
  command('explore', 'Find the smallest scenario that breaks a client', {
    usage: ['explore [options] -- <command> [argument...]'],
    details:
      'Runs the command in one scenario after another: trouble, waits, actions of the owner. Waits take real time, many clients at once. Ctrl-C reports what was found so far. See docs/find-out.md.\n\nExit code: 5 for a problem; 1 if it fails without trouble; 128+N for signal N.',
    examples: ['explore --save scenarios -- node client.js'],
    options: exploreOptions,
    overrides: exploreOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/explore/explore.ts')).runExplore,
  }),
  command('mutate', 'Let the service lie, and find the lies that your tests miss', {
    usage: ['mutate [options] -- <command> [argument...]', 'mutate --list'],
    details:
      'The command must pass twice without lies. Then it runs once for each lie about an answer that it meets, the worst for users first. If it fails under a lie, or runs over --timeout, it runs once more without the lie, and once more with it. A lie is noticed if it passes without the lie and fails with it both times; anything else is chance, and there is no score. For --timeout, auto is 3 x the longer run without lies + 5 s.\n\nExit code: 6 if the score is below --break (lies not tried count as not noticed); 1 if the command fails without lies, or by chance; 128+N if signal N stopped it.',
    examples: ['mutate --break 80 -- npm test'],
    options: mutateOptions,
    overrides: mutateOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/mutate/mutate.ts')).runMutate,
  }),
  command('mcp', 'Serve the sandbox to an agent, over the Model Context Protocol', {
    usage: ['mcp [options] [-- <command> [argument...]]'],
    details:
      'Speaks the protocol on standard input and output, with seven tools: start, status, act, requests, check, save and docs. Starts a sandbox on a free loopback port when the agent asks for it, or uses that of --url; it ends with the input. The tool check runs the command after --, and no other. Files are read and written in the current folder only, and none is replaced.',
    examples: ['mcp -- npm test', 'mcp --url http://127.0.0.1:8080'],
    options: ['scenarios-dir', ...connectionOptions],
    takesCommand: true,
    load: async () => (await import('../../commands/mcp/mcp.ts')).runMcp,
  }),
  command('replay', 'Replay a session or a page, and compare the answers', {
    usage: ['replay <file> [options]'],
    details:
      'Needs no running sandbox. Delays and hanging connections take no time.\n\nExit code: 0 if all answers are equal; 1 at the first difference, or if there is no answer to compare; 2 if the file cannot be read.',
    examples: ['replay bug.json', 'replay bug.html --json'],
    words: { min: 1, max: 1 },
    options: ['json'],
    load: async () => (await import('../../commands/replay.ts')).runReplay,
  }),
]
