import facts from '../../generated/facts.json' with { type: 'json' }
import { ControlClient } from '../client/client.ts'
import { Sandbox } from '../client/sandbox.ts'
import { ActionError } from '../contract/control/action-error.ts'
import { defaults } from '../contract/defaults.ts'
import type { Question } from '../control/question.ts'
import type { Jobs } from '../control/work/jobs.ts'
import { workInline } from '../control/work/work.ts'
import { ScenarioCatalog } from '../scenario/catalog.ts'
import { InProcess } from '../service/in-process.ts'
import { assemble, type Service, type ServiceOptions } from '../service/service.ts'
import { answer } from '../web/answer.ts'
import { LoadedTexts } from '../web/sample-texts.ts'
import { idleClock, machineClock, nextTurn } from '../web/timers.ts'
import { loadActions, loadOpenapi, loadPageShell, textLoaders } from './generated-data.ts'
import { checkOptions, refuseOptions, wrong, type SandboxOptions } from './options.ts'
import { findScenarios, merged, overridesOf } from './scenario.ts'

const { scenarios, version } = facts

const ofPort = [
  'port',
  'host',
  'tls',
  'allowedHosts',
  'controlToken',
  'ui',
  'db',
  'scenariosDir',
  'smtp',
  'smtpPort',
] as const

/** Options of {@link createSandbox}. */
export type FetchSandboxOptions = Omit<SandboxOptions, (typeof ofPort)[number]>

/** A sandbox that answers in this program. */
export type FetchSandbox = Sandbox & {
  /**
   * Answers a request as the service would: to `/v1`, whatever its host, or to `/_sandbox`. It takes what the global
   * `fetch` takes.
   *
   * @throws TypeError when no answer comes, and the reason of the request's signal when it is aborted, as `fetch` does
   */
  fetch: (request: Request | string | URL, init?: RequestInit) => Promise<Response>
}

/** An address that leads nowhere: a client that uses the network by mistake is told at once. */
const ADDRESS = 'http://alias-sandbox.invalid'

/**
 * Creates a sandbox in this program, without a port, a process or files: for Node, Bun, Deno, browsers and their
 * workers. Scenarios can be names or objects. The API key defaults to `sandbox_default`.
 *
 * @throws SandboxError `bad_argument`
 * @example
 * const sandbox = createSandbox({ scenario: 'past_due' })
 * const client = new MyClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, fetch: sandbox.fetch })
 */
export function createSandbox(options: FetchSandboxOptions = {}): FetchSandbox {
  refuseOptions(options, ofPort, 'createSandbox')
  const { apiKey = defaults.apiKey, ...checked } = checkOptions(options, ofPort)
  const catalog = new ScenarioCatalog(scenarios)
  const overrides = overridesOf(checked)
  const start = merged([findScenarios(checked.scenario, catalog)], overrides)
  const named = scenarios.map(({ name, scenario }) => [name, scenario] as const)
  const texts = new LoadedTexts(textLoaders, named)
  const settings = { ...checked, apiKey, ui: false }
  const open = () => openService({ settings, catalog, overrides, start, onCrash }, texts)
  const loading = texts.prepare(JSON.stringify(start))
  return toSandbox(loading ? loading.then(open) : open(), texts, apiKey)
}

/** @throws SandboxError `bad_argument` if the account cannot start so */
function openService(options: Omit<ServiceOptions, 'host'>, texts: LoadedTexts) {
  const { catalog } = options
  const sampleTexts = texts.of
  const loadJobs = async () => {
    const { makeJobs } = await import('../control/work/jobs.ts')
    return makeJobs({ catalog, sampleTexts, runtime: 'in process', page: pageWith(texts) })
  }
  const host = {
    clock: machineClock,
    idleClock,
    nextTurn,
    soon: nextTurn,
    sampleTexts,
    version,
    work: workInline(loadJobs),
    documents: { actions: loadActions, openapi: loadOpenapi },
    process: { pid: null, started: () => null, smtpUrl: () => undefined },
  }
  try {
    return assemble({ ...options, host })
  } catch (error) {
    if (error instanceof ActionError) throw wrong('scenario', `scenario: ${error.message}`)
    throw error
  }
}

function toSandbox(
  opened: Service | Promise<Service>,
  texts: LoadedTexts,
  apiKey: string,
): FetchSandbox {
  const service = Promise.resolve(opened)
  service.catch(() => {}) // each request tells of it
  const answering = service.then((each) => {
    const host = new InProcess(each, nextTurn)
    return {
      reply: (question: Question) => host.reply(question),
      prepare: (text: string) => texts.prepare(text),
    }
  })
  answering.catch(() => {})
  const fetch: FetchSandbox['fetch'] = async (input, init) => {
    const isRequest = input instanceof Request && init === undefined
    return answer(await answering, isRequest ? input : new Request(input, init))
  }
  const sandbox = new Sandbox({
    client: new ControlClient({ url: ADDRESS, fetch, hasNoPort: true }),
    url: ADDRESS,
    first: { name: 'default', first_key: apiKey },
    stop: async () => (await service).close(),
  })
  return Object.assign(sandbox, { fetch })
}

/** A bug in this package: it must not fail the user's test, nor go unnoticed. */
function onCrash(error: unknown): void {
  // oxlint-disable-next-line no-console -- there is nothing else that every host has
  console.error(error)
}

/** Writes pages, whose parts are loaded for the first one. */
function pageWith(texts: LoadedTexts): Jobs['page'] {
  return async (history, options) => {
    const { toPage } = await import('../web/page.ts')
    const shell = await loadPageShell()
    await texts.load(['en'])
    return toPage(history, options, { shell, version, texts: (locale) => texts.drawn(locale) })
  }
}
