import { computed, signal } from '@preact/signals'

/** The actions that the sandbox has been asked to do and has not done yet. */
const underWay = signal<ReadonlySet<string>>(new Set())

/** Whether anything is under way. */
export const isBusy = computed(() => underWay.value.size > 0)

/** Whether something takes so long that the page says so. */
export const isSlow = signal(false)

/** A shorter wait is not worth a word. */
const SLOW_MS = 400

/** Whether this is under way: a button that started it shows so. */
export function isUnderWay(what: string): boolean {
  return underWay.value.has(what)
}

/** Does something, unless the same is under way: then it does nothing and returns undefined. */
export async function once<Result>(
  what: string,
  act: () => Promise<Result>,
): Promise<Result | undefined> {
  if (underWay.peek().has(what)) return undefined
  underWay.value = new Set([...underWay.peek(), what])
  const timer = setTimeout(() => (isSlow.value = true), SLOW_MS)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
    underWay.value = new Set([...underWay.peek()].filter((each) => each !== what))
    if (underWay.peek().size === 0) isSlow.value = false
  }
}
