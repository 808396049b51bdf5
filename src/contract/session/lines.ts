import type { Session } from './session.ts'

/** One entry of a history a line, so that the file can be read and is short. */
export function toSessionLines({ accounts, ...head }: Session): string {
  const texts = accounts.map(({ history, ...account }) => {
    const lines = history.map((item) => JSON.stringify(item)).join(',\n')
    return `${JSON.stringify(account).slice(0, -1)},"history":[\n${lines}\n]}`
  })
  return `${JSON.stringify(head).slice(0, -1)},"accounts":[${texts.join(',\n')}]}`
}
