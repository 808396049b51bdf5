import { signal } from '@preact/signals'
import type { Answered, Fetch } from '../../client/client-options.ts'
import type { ApiRequest } from '../../contract/history/api-message.ts'
import type { HistoryFile } from '../../contract/history/file.ts'
import { controlError } from '../../contract/control/control-errors.ts'
import { ActionError } from '../../contract/control/action-error.ts'
import { ReplayTooLarge } from '../../core/replay/replay-host.ts'
import { callPage } from '../service/call-page.ts'
import { toHistoryFile } from '../../history/file/from-sandbox.ts'
import { toHistoryItem } from '../../history/file/items.ts'
import { carriedTexts } from '../file/sample-texts.ts'
import type { PageCase, PageFile } from '../file/page-file.ts'
import { openHistory, type OpenedHistory } from '../service/open-history.ts'
import { PageControl } from '../service/page-control.ts'
import { takeItem } from '../../dashboard/state/story.ts'
import { route, type Screen } from '../../dashboard/state/route.ts'
import { version } from './version.ts'

/** The screens that show a story. */
const storyScreens: readonly Screen[] = ['story', 'report', 'aliases', 'clock', 'try']

/** A window that nobody sees paints nothing. */
const HIDDEN_MS = 100

type Run = OpenedHistory & { control: PageControl }

/** How the replay of the run that is open went: null before it was made, and why it could not be made. */
export const replayed = signal<OpenedHistory['replay'] | { failure: string } | null>(null)

/** What a page shows: the story of all, and those of the cases of its result. Each is replayed when it is opened. */
export class Runs {
  readonly #page: PageFile
  readonly #opened = new Map<string, Run>()

  constructor(page: PageFile) {
    this.#page = page
  }

  /** The story of a run, if it has one. A case without a story of its own, such as a rule of `exec`, is part of the one of all. */
  storyOf(run: string): HistoryFile | undefined {
    const { story: whole, result, stories } = this.#page
    const place = result?.cases[numberOf(run) - 1]?.story ?? whole
    return place === undefined ? undefined : stories[place]
  }

  /** The run that a page without a story of its own shows first: the first case that failed, or any with a story. */
  get firstRun(): string {
    const { story, result } = this.#page
    const cases = result?.cases ?? []
    const hasStory = ({ story: place }: PageCase) => place !== undefined
    const failed = cases.findIndex((each) => hasStory(each) && each.status === 'fail')
    const at = failed < 0 ? cases.findIndex(hasStory) : failed
    return story !== undefined || at < 0 ? '' : `case-${at + 1}`
  }

  /** What a run is called. */
  nameOf(run: string): string | undefined {
    return this.#page.result?.cases[numberOf(run) - 1]?.name
  }

  /** The account that a run shows first. */
  firstAccount(run: string): string {
    const accounts = this.storyOf(run)?.accounts ?? []
    const called = accounts.find(({ history }) => history.some(({ type }) => type === 'call'))
    return (called ?? accounts[0])?.name ?? 'default'
  }

  /** The control API of a run, once it was replayed. */
  fetchOf(run: string): Fetch {
    return async (url, init) => {
      await painted()
      if (this.storyOf(run) === undefined) {
        // The result needs none, and is as quiet as where a sandbox does not answer.
        if (!storyScreens.includes(route.peek().screen)) throw new TypeError('there is no story')
        return refusal(404, 'This page does not have the story of this case.')
      }
      try {
        return await this.#open(run).control.fetch(url, init)
      } catch (error) {
        if (!(error instanceof ActionError || error instanceof ReplayTooLarge)) throw error
        const message = `This story cannot be replayed: ${error.message || 'it is too large'}`
        if (route.peek().run === run) replayed.value = { failure: message }
        return refusal(409, message)
      }
    }
  }

  /** Shows how the replay of a run went. */
  show(run: string): void {
    replayed.value = this.#opened.get(run)?.replay ?? null
  }

  /** Makes a call of the imitated service, with the key of the account. */
  call(
    run: string,
    account: string,
    request: Pick<ApiRequest, 'method' | 'query' | 'body'>,
  ): string {
    return callPage(this.#open(run).sandbox, account, request)
  }

  /** The story of one account as it is now, without keys of other services. @throws ActionError */
  saved(run: string, account: string): HistoryFile {
    const { sandbox } = this.#open(run)
    return toHistoryFile(sandbox, [sandbox.account(account)], { version })
  }

  get page(): PageFile {
    return this.#page
  }

  #open(run: string): Run {
    const known = this.#opened.get(run)
    if (known) return known
    const story = this.storyOf(run)
    if (story === undefined) throw new ActionError(404, 'there is none')
    const sampleTexts = carriedTexts(this.#page.sample_texts)
    const opened = openHistory(story, sampleTexts)
    opened.sandbox.histories.onAdded((entry) => {
      if (route.peek().run === run) takeItem(toHistoryItem(entry))
    })
    const made = { ...opened, control: new PageControl(opened.sandbox, { sampleTexts, version }) }
    this.#opened.set(run, made)
    if (route.peek().run === run) replayed.value = opened.replay
    return made
  }
}

/** The number of the case that a run is of; NaN for the story of all. */
function numberOf(run: string): number {
  return Number(/^case-(\d{1,6})$/.exec(run)?.[1])
}

function refusal(status: number, message: string): Answered {
  return { ok: false, status, json: () => Promise.resolve(controlError(status, message)) }
}

/** A replay, and a long story, can take a moment: what is there already is shown before. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, HIDDEN_MS)
  })
}
