import { batch, signal } from '@preact/signals'
import type { HistoryFile } from '../../../../client/saved-history.ts'
import { SandboxError } from '../../../../client/error.ts'
import { refreshAccounts } from '../../../state/account.ts'
import { attempt, client, lock } from '../../../state/client.ts'
import { showDone, showError } from '../../../state/message.ts'
import { go } from '../../../state/route.ts'
import { isUnderWay, once } from '../../../state/under-way.ts'
import type { Replay } from '../../../state/types.ts'
import { FILE } from './file-route.ts'
import { nameOf, readStoryFile } from './read-story-file.ts'

type OpenFile = { name: string; story: HistoryFile; replay: Replay }

/** The story file that is open, and how its replay went. A reload forgets it. */
export const openFile = signal<OpenFile | null>(null)
/** The name of the file that is being replayed. */
export const pending = signal<string | null>(null)
/** Why the last file could not be opened. */
export const problem = signal<string | null>(null)

let latest: AbortController | undefined

/** Replays a story file beside all accounts, and opens it. Nothing changes if it cannot be read. */
export async function open(file: File): Promise<void> {
  latest?.abort()
  const mine = (latest = new AbortController())
  batch(() => {
    pending.value = nameOf(file)
    problem.value = null
  })
  showDone(`Replaying ${nameOf(file)} …`)
  const opened = await replayed(file, mine.signal)
  if (latest !== mine) return // another file was opened meanwhile
  batch(() => {
    pending.value = null
    if ('problem' in opened) problem.value = opened.problem
    else openFile.value = opened
  })
  if ('problem' in opened) return showError(opened.problem)
  showDone(`${opened.name} was replayed. ${verdictOf(opened.replay)}`)
  go({ screen: 'story', detail: FILE })
}

/** Stops a replay that takes too long. */
export function cancel(): void {
  latest?.abort()
  latest = undefined
  pending.value = null
  showDone('The replay was canceled.')
}

async function replayed(file: File, hungUp: AbortSignal): Promise<OpenFile | { problem: string }> {
  const read = await readStoryFile(file)
  if ('problem' in read) return read
  try {
    const replay = await client.value.replay(read.story, {}, hungUp)
    return { name: nameOf(file), story: read.story, replay }
  } catch (error) {
    if (hungUp.aborted) return { problem: '' }
    if (!(error instanceof SandboxError)) throw error
    if (error.status === 401) lock()
    return { problem: `${nameOf(file)} was not replayed: ${error.message}` }
  }
}

/** `23 of 23 answers are equal.` */
export function verdictOf({ answers, equal }: Replay): string {
  if (answers === 0) return 'It has no answer to compare.'
  return `${equal} of ${answers} ${answers === 1 ? 'answer is' : 'answers are'} equal.`
}

export function close(): void {
  openFile.value = null
  go({ screen: 'story' })
}

/** Creates an account that is as the file’s account was before an entry, or at its end, and opens it. */
export async function tryFrom(until: string | undefined): Promise<void> {
  const file = openFile.value
  if (file) await once(TRYING, () => createFrom(file, until))
}

/** It takes as long as the replay of the file. */
const TRYING = 'replay'

export const isTrying = (): boolean => isUnderWay(TRYING)

async function createFrom(file: OpenFile, until: string | undefined): Promise<void> {
  const made = await attempt(() =>
    client.value.replay(file.story, { create: {}, ...(until !== undefined && { until }) }),
  )
  if (!made?.account) return
  const { name } = made.account
  await refreshAccounts()
  showDone(`You are on ${name}, a new account from ${file.name}. The file stays open.`, {
    account: name,
  })
  go({ account: name, screen: 'story' })
}
