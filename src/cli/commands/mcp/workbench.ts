import { fileURLToPath } from 'node:url'
import { packageFile } from '../../../node/files/package-files.ts'
import type { RunningSandbox, StartOptions } from '../../../node/start.ts'
import type { Context } from '../../args/context.ts'
import type { ConnectionOption } from '../../args/tables/option-groups.ts'
import { runCaptured } from '../../child/captured-child.ts'
import { exitCodes, Failure, usageError } from '../../output/failure.ts'
import { closeSandbox, openSandbox } from '../../sandbox/open-sandbox.ts'
import { toReady, toReadyLine } from '../../sandbox/ready.ts'
import { readSettings } from '../../sandbox/settings.ts'
import type { ToolAnswer } from './answer.ts'

/** The time that a command of ours has to end after a signal: longer than it gives its own command. */
const END_MS = 7_000

export type McpContext = Context<'scenarios-dir' | ConnectionOption>

/** The refusal of a tool that needs a sandbox. */
export class NoSandbox extends Failure {
  constructor() {
    super(exitCodes.usage, ['alias-sandbox: there is no sandbox yet'])
  }
}

/** The end of a command of ours, and what it printed. */
export type OwnCommand = { exitCode: number; output: string; stdout: string; stderr: string }

/** The workbench of one agent: a sandbox, our own commands, and the last answer of check. */
export class Workbench {
  readonly context: McpContext
  #running: RunningSandbox | undefined
  #url: string | undefined
  lastCheck: ToolAnswer | undefined

  constructor(context: McpContext) {
    this.context = context
    if (context.sourceOf('url') !== 'default') this.#url = context.options.url
  }

  /** The settings of a sandbox that starts with a scenario. @throws Failure, such as for an unknown scenario */
  settingsOf(scenario: string | undefined): Promise<StartOptions> {
    const { options } = this.context
    return readSettings({
      ...this.context,
      options: {
        'scenarios-dir': options['scenarios-dir'],
        ...(scenario && { scenario: [scenario] }),
      },
    })
  }

  /** Starts a sandbox in place of the one before; returns its ready line. @throws Failure */
  async start(scenario: string | undefined): Promise<string> {
    if (this.attachedTo !== undefined) {
      throw usageError(
        `this tool uses the sandbox at ${this.attachedTo}: call act to change the account`,
      )
    }
    const settings = await this.settingsOf(scenario)
    await this.close()
    this.#running = await openSandbox(settings, this.context)
    this.#url = this.#running.url
    return toReadyLine(toReady(this.#running, settings))
  }

  /** The sandbox that the agent was given, rather than one of its own. */
  get attachedTo(): string | undefined {
    return this.#running ? undefined : this.#url
  }

  /** Runs a command of ours on the sandbox. @throws Failure if there is none */
  async onSandbox(argv: readonly string[], stop: AbortSignal): Promise<OwnCommand> {
    if (this.#url === undefined) throw new NoSandbox()
    return this.run(argv, stop)
  }

  /** Runs a command of ours in a process of its own, whose input and output are not those of the agent. */
  async run(argv: readonly string[], stop: AbortSignal): Promise<OwnCommand> {
    const { env, options, sourceOf } = this.context
    const variables = {
      ...env,
      // They would change what the tools say, and what they do without arguments.
      ALIAS_SANDBOX_ACCOUNT: undefined,
      ALIAS_SANDBOX_JSON: undefined,
      ALIAS_SANDBOX_SCENARIO: undefined,
      ...(this.#url !== undefined && { ALIAS_SANDBOX_URL: this.#url }),
      ...(sourceOf('control-token-file') === 'flag' && {
        ALIAS_SANDBOX_CONTROL_TOKEN_FILE: options['control-token-file'],
      }),
      ...(sourceOf('scenarios-dir') === 'flag' && {
        ALIAS_SANDBOX_SCENARIOS_DIR: options['scenarios-dir'],
      }),
    }
    const bin = fileURLToPath(packageFile('dist/bin.cjs'))
    const end = await runCaptured([process.execPath, bin, ...argv], variables, {
      stop,
      endMs: END_MS,
      isOurs: true,
    })
    return { ...end, stdout: end.stdout.bytes.toString() }
  }

  /** Ends the sandbox of this process, if it has one. */
  async close(): Promise<void> {
    const running = this.#running
    this.#running = undefined
    if (running) await closeSandbox(running)
  }
}
