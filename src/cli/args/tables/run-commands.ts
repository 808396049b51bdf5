import { command, type CommandRow } from './command-row.ts'
import { exploreOptions, exploreOverrides } from './explore-options.ts'
import { mutateOptions, mutateOverrides } from './mutate-options.ts'
import { commandRunOptions, commandRunOverrides } from './option-groups.ts'

const noWords = { min: 0, max: 0 }

/** The commands that run a command again and again. */
export const runCommands: readonly CommandRow[] = [
  command({
    name: 'matrix',
    group: 'Test your client',
    summary: 'Run a command under each scenario and compare the results',
    usage: ['matrix [options] -- <command> [argument...]'],
    details:
      'Each scenario gets its own sandbox. The table goes to standard output; progress and the output of failed runs go to standard error. A signal stops the runs and prints the table so far; a command that has not ended after 3 seconds, or at a second signal, is killed. So is what a command leaves behind in its process group.\n\nExit code: 0 if every run was carried out, whatever its result; 4 with --strict, if a rule of etiquette failed; 128+N if signal N stopped it.',
    examples: [
      'matrix -- npm test',
      'matrix --scenarios plus,past_due --format markdown -- npm test',
    ],
    words: noWords,
    options: ['scenarios', 'strict', ...commandRunOptions],
    overrides: commandRunOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/matrix.ts')).runMatrix,
  }),
  command({
    name: 'assumptions',
    group: 'Test your client',
    summary: 'Find out which assumptions about the API a command depends on',
    usage: ['assumptions [options] -- <command> [argument...]'],
    details:
      'Runs the command twice as a baseline, then once for each likely alternative of a choice.\n\nExit code: 0 if every run was carried out, whatever its result; 1 if the two baseline runs differ; 128+N if signal N stopped it.',
    examples: ['assumptions -- npm test', 'assumptions --choices page_size,burn -- npm test'],
    words: noWords,
    options: ['choices', 'scenario', ...commandRunOptions],
    overrides: commandRunOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/assumptions.ts')).runAssumptions,
  }),
  command({
    name: 'explore',
    group: 'Test your client',
    summary: 'Find the smallest scenario that breaks a client',
    usage: ['explore [options] -- <command> [argument...]'],
    details:
      'Runs the command in one scenario after another: trouble, waits, actions of the owner. In Node.js, waiting takes no time. Ctrl-C reports what was found so far. See docs/find-out.md.\n\nExit code: 5 for a problem; 1 if it fails without trouble; 128+N for signal N.',
    examples: ['explore --save scenarios -- node client.js'],
    words: noWords,
    options: exploreOptions,
    overrides: exploreOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/explore/explore.ts')).runExplore,
  }),
  command({
    name: 'mutate',
    group: 'Test your client',
    summary: 'Let the service lie, and find the lies that your tests miss',
    usage: ['mutate [options] -- <command> [argument...]', 'mutate --list'],
    details:
      'The command must pass twice without lies. Then it runs once for each lie about an answer that it meets, the worst for users first. If it fails under a lie, or runs over --timeout, it runs once more without the lie, and once more with it. A lie is noticed if it passes without the lie and fails with it both times; anything else is chance, and there is no score. For --timeout, auto is 3 x the longer run without lies + 5 s.\n\nExit code: 6 if the score is below --break (lies not tried count as not noticed); 1 if the command fails without lies, or by chance; 128+N if signal N stopped it.',
    examples: ['mutate --break 80 -- npm test'],
    words: noWords,
    options: mutateOptions,
    overrides: mutateOverrides,
    takesCommand: true,
    load: async () => (await import('../../commands/mutate/mutate.ts')).runMutate,
  }),
]
