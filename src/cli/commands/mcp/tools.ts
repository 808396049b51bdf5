import { countOf } from '../../../text/numbers.ts'
import { usageError } from '../../output/failure.ts'
import type { ToolAnswer } from './answer.ts'
import { toActionWords } from './action-words.ts'
import type { Properties, ToolArguments } from './arguments.ts'
import { runCheck } from './check.ts'
import { checkNew, checkReadable, toScenario } from './inside-folder.ts'
import type { OwnCommand, Workbench } from './workbench.ts'

/** A tool of an agent. */
export type Tool = {
  name: string
  description: string
  properties: Properties
  required?: readonly string[]
  /** Does it end only when a command of the user does? */
  isLong?: boolean
  run: (workbench: Workbench, args: ToolArguments, stop: AbortSignal) => Promise<ToolAnswer>
}

const page = { type: 'integer', description: 'Which page of a long answer; 1 if left out' } as const
const account = {
  type: 'string',
  description: 'Name or key of an account; default if left out',
  pattern: '^[A-Za-z0-9_-]{1,200}$',
} as const
const file = {
  type: 'string',
  description:
    'A saved session (.json) or page (.html) in the working folder, in place of the sandbox',
} as const
const scenario = {
  type: 'string',
  description:
    'How the account starts: a name such as past_due or burst_exceeded, or a file in the working folder',
} as const
const entryId = '^([A-Za-z0-9][A-Za-z0-9_-]{0,99}/)?[a-z]+_[0-9]{1,15}$'

export const tools: readonly Tool[] = [
  {
    name: 'start',
    description:
      'Start a sandbox that stands in for the alias API; answers with its URL and key. A second start replaces it.',
    properties: { scenario },
    async run(workbench, args) {
      const name = args.text('scenario')
      if (name === undefined && workbench.attachedTo !== undefined) {
        const text = `The sandbox is at ${workbench.attachedTo}, as the command line says.`
        return { text, next: 'status shows where the account stands.' }
      }
      const text = await workbench.start(name === undefined ? undefined : toScenario(name))
      const next =
        'send requests to that URL + /v1 with the key as bearer token, then call requests; or call act.'
      return { text, next }
    },
  },
  {
    name: 'status',
    description:
      'Show where an account stands: plan, clock, limits, armed faults, and what its next request gets and why.',
    properties: { account, file, page },
    async run(workbench, args, stop) {
      const ran = await look(workbench, ['status', ...sourceOf(args)], { args, stop })
      return toAnswer(ran, 'act changes what comes next; requests shows what came.')
    },
  },
  {
    name: 'act',
    description:
      'Do something to an account: an action such as fail_payment or create_alias, advance {"by": "1d"}, undo, reset, fault {"kind": "outage"}. Without an action it lists all; with list, the arguments of one.',
    properties: {
      action: { type: 'string', description: 'Name of the action', pattern: '^[a-z_]{1,60}$' },
      arguments: { type: 'object', description: 'Arguments of the action, by name' },
      id: {
        type: 'string',
        description: 'For undo: go back to before this entry, such as act_3',
        pattern: entryId,
      },
      list: { type: 'boolean', description: 'List the arguments of the action, and do nothing' },
      account,
      page,
    },
    async run(workbench, args, stop) {
      const argv = toAction(args)
      const isList = argv.includes('--list')
      const ran = isList
        ? await workbench.run(argv, stop)
        : await workbench.onSandbox([...argv, ...accountOf(args)], stop)
      const failed = 'call act with "list": true and the action to see its arguments.'
      return toAnswer(
        ran,
        isList
          ? 'call act with an action and its arguments.'
          : 'status shows what the next request gets.',
        failed,
      )
    },
  },
  {
    name: 'requests',
    description: 'List the requests that came, newest page first; with id, why one got its answer.',
    properties: {
      id: { type: 'string', description: 'Id of a request, such as req_12', pattern: entryId },
      account,
      file,
      page,
    },
    async run(workbench, args, stop) {
      const request = args.text('id')
      const argv = ['requests', ...sourceOf(args), ...(request === undefined ? [] : [request])]
      const ran = await look(workbench, argv, { args, stop })
      if (request !== undefined) {
        return toAnswer(ran, 'docs explains a check or an outcome, such as {"words": "burst"}.')
      }
      const next = 'call requests with the id of one, such as req_1, to see why it got its answer.'
      return { ...toAnswer(ran, next), text: '', ending: ran.output }
    },
  },
  {
    name: 'check',
    description:
      'Run the command that this tool was given when it started, against a sandbox of its own: exec once, with a judgement of its requests; explore searches for the smallest scenario that breaks it. It can run no other command; cancel the call to end one that hangs.',
    properties: {
      mode: { type: 'string', description: 'exec if left out', enum: ['exec', 'explore'] },
      scenario,
      time: {
        type: 'string',
        description: 'For explore: how long to look, such as 30s; at most 30m',
        pattern: '^[0-9]{1,4}(s|m)$',
      },
      report: {
        type: 'string',
        description: 'For exec: a new file ending in .html; requests and status read it as file',
        pattern: '\\.html$',
      },
      page: { ...page, description: 'More of the last result; the command is not run again' },
    },
    isLong: true,
    run: runCheck,
  },
  {
    name: 'save',
    description:
      'Save what happened to a new file in the working folder: .html (a page for people), .json (a session), .yaml (a scenario) or .har.',
    properties: {
      file: { type: 'string', description: 'A new file, such as bug.html' },
      account,
    },
    required: ['file'],
    async run(workbench, args, stop) {
      const name = args.text('file') ?? ''
      checkNew(name)
      const ran = await workbench.onSandbox(['save', ...accountOf(args), '--', name], stop)
      return toAnswer(
        ran,
        `name the file ${name.slice(0, 100)} to people; requests and status read .html and .json as file.`,
      )
    },
  },
  {
    name: 'docs',
    description:
      'Print the page or the section of the documentation that answers some words; without words, the list of pages.',
    properties: { words: { type: 'string', description: 'Such as "burst limit"' }, page },
    async run(workbench, args, stop) {
      const words = args.text('words')
      const ran = await workbench.run(['docs', '--', ...(words === undefined ? [] : [words])], stop)
      return toAnswer(ran, 'call docs with other words, or go on with what it says.')
    },
  },
]

/** The output of a command as an answer; `failed` is the next step after an error. */
function toAnswer({ exitCode, output }: OwnCommand, next: string, failed?: string): ToolAnswer {
  const isError = exitCode !== 0
  return {
    text: output,
    next: isError ? (failed ?? 'correct the arguments, or ask docs.') : next,
    isError,
  }
}

/** A file needs no sandbox. */
function look(
  workbench: Workbench,
  argv: readonly string[],
  { args, stop }: { args: ToolArguments; stop: AbortSignal },
): Promise<OwnCommand> {
  const isOfFile = args.text('file') !== undefined
  return isOfFile ? workbench.run(argv, stop) : workbench.onSandbox(argv, stop)
}

function accountOf(args: ToolArguments): string[] {
  const name = args.text('account')
  return name === undefined ? [] : [`--account=${name}`]
}

function sourceOf(args: ToolArguments): string[] {
  const name = args.text('file')
  if (name !== undefined) checkReadable(name)
  return [...accountOf(args), ...(name === undefined ? [] : [`--file=./${name}`])]
}

/** Short names of what is done most. */
const shortNames: ReadonlyMap<string, string> = new Map([
  ['advance', 'advance_clock'],
  ['fault', 'arm_fault'],
])

function toAction(args: ToolArguments): string[] {
  const given = args.text('action')
  const fields = args.fields('arguments')
  const id = args.text('id')
  if (given === undefined) {
    const belongs = fields.length > 0 ? 'arguments' : id !== undefined ? 'id' : undefined
    if (belongs !== undefined)
      throw usageError(`act needs the argument action: ${belongs} belong to one`)
    return ['trigger', '--list']
  }
  if (id !== undefined && given !== 'undo') throw usageError('id is for undo only')
  if (given === 'undo') {
    if (fields.length > 0)
      throw usageError(
        `undo takes no arguments (got ${countOf(fields.length, 'argument')}); name an entry as id`,
      )
    return ['undo', ...(id === undefined ? [] : [id])]
  }
  const action = shortNames.get(given) ?? given
  return args.isSet('list')
    ? ['trigger', action, '--list']
    : ['trigger', action, ...toActionWords(action, fields)]
}
