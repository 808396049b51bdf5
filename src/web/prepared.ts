import type { Question } from '../control/question.ts'
import { toText } from '../text/bytes.ts'
import type { Answering } from './answer.ts'

/** Has everything loaded that a request may ask for, by its path, key or body, before it is answered. */
export function preparedBy(
  prepare: (text: string) => Promise<void> | undefined,
  answering: Answering,
): Answering {
  return {
    async reply(question) {
      const { path, headers } = question
      const asked = `${decoded(path)} ${String(headers['authorization'] ?? '')}`
      const loading = prepare(asked)
      if (loading) await loading
      const read: Question['read'] = async (...how) => {
        const body = await question.read(...how)
        const text = body.bytes ? toText(body.bytes) : body.text
        if (text !== null) await prepare(`${asked} ${text}`)
        return body
      }
      return answering.reply({ ...question, read })
    },
  }
}

/** A path whose letters are escaped wrongly is no route that asks for anything. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
