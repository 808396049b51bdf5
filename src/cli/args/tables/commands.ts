import { commandsIn, type CommandRow } from './command-row.ts'
import { driveCommands } from './drive-commands.ts'
import { lookCommands } from './look-commands.ts'
import { connectionOptions, startOptions } from './option-groups.ts'
import { testCommands } from './test-commands.ts'

const command = commandsIn('Run')

/** All commands. Each is loaded only when it runs, so that no command pays for the imports of another. */
export const commands: readonly CommandRow[] = [
  command('start', 'Start a sandbox (the default command)', {
    usage: ['[start] [scenario...] [options]'],
    details:
      'Runs until Ctrl-C. Prints the address first; then, on a terminal, with --json or with --log, one line per request with the reason for its answer.',
    examples: [
      '--scenario past_due',
      'start pro --port 0 --json',
      '--db sandbox.json --log requests.log',
    ],
    words: { min: 0, max: Infinity },
    options: startOptions,
    load: async () => (await import('../../commands/run/start.ts')).runStart,
  }),
  command('wait', 'Wait until a sandbox is ready', {
    details: 'Exit code: 0 if the sandbox is ready; 124 if it is not ready in time.',
    examples: ['wait --timeout 30s', 'wait --url http://127.0.0.1:8080'],
    options: ['timeout', 'json', ...connectionOptions],
    load: async () => (await import('../../commands/run/wait.ts')).runWait,
  }),
  command('stop', 'Stop a running sandbox, and wait until it has ended', {
    details:
      'As SIGTERM does: open requests are finished and everything is saved. With --ready-file it stops the sandbox that wrote the file. Does not stop the sandboxes of exec, explore and mutate, or of the library: these end with what started them.\n\nExit code: 0 if it has ended; 1 if there is none, or it is not stopped; 124 if it has not ended in time.',
    examples: ['stop', 'stop --ready-file sandbox.json', 'stop --url http://127.0.0.1:8080'],
    options: ['ready-file', 'timeout', 'json', ...connectionOptions],
    overrides: {
      'ready-file': {
        summary: 'Stop the sandbox that wrote this file; takes precedence over ALIAS_SANDBOX_URL',
      },
    },
    load: async () => (await import('../../commands/run/stop.ts')).runStop,
  }),
  command('scenarios', 'List, show or check scenarios', {
    usage: ['scenarios [list]', 'scenarios show <name|file>', 'scenarios check [name|file...]'],
    details:
      'check validates scenarios and runs their expect steps; without a name or file it checks all of --scenarios-dir, or the shipped ones.\n\nExit code: 2 if one fails.',
    examples: ['scenarios', 'scenarios show past_due', 'scenarios check ./my-scenario.yaml'],
    words: { min: 0, max: Infinity, first: ['list', 'show', 'check'] },
    options: ['scenarios-dir', 'json'],
    load: async () => (await import('../../commands/run/scenarios.ts')).runScenarios,
  }),
  command('init', 'Write a scenario file to start from', {
    usage: ['init [file]'],
    details: 'Writes alias-sandbox.yaml unless another name is given. Never overwrites a file.',
    examples: ['init', 'init scenarios/late-payment.yaml'],
    words: { min: 0, max: 1 },
    options: ['json'],
    load: async () => (await import('../../commands/run/init.ts')).runInit,
  }),
  command('completion', 'Print the completion script for bash, zsh or fish', {
    usage: ['completion'],
    details:
      'For the shell that SHELL names. It completes commands, options, scenarios and actions, and asks the alias-sandbox on your PATH for them, so it stays valid after an update.',
    examples: [
      'completion >> ~/.bashrc',
      'completion > ~/.config/fish/completions/alias-sandbox.fish',
    ],
    words: { min: 0, max: 1 },
    options: [],
    load: async () => (await import('../../commands/completion.ts')).completionOf(commands),
  }),
  ...driveCommands,
  ...lookCommands,
  ...testCommands,
]

export const commandNames = commands.map(({ name }) => name)
