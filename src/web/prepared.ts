import type { Question } from '../control/question.ts'
import { toText } from '../text/bytes.ts'
import type { Answering } from './answer.ts'

/** Has everything loaded that a request may ask for, by its key or its body, before it is answered. */
export function preparedBy(
  prepare: (text: string) => Promise<void> | undefined,
  answering: Answering,
): Answering {
  return {
    async reply(question) {
      const { authorization } = question.headers
      const loading = authorization === undefined ? undefined : prepare(String(authorization))
      if (loading) await loading
      const read: Question['read'] = async (...how) => {
        const body = await question.read(...how)
        const text = body.bytes ? toText(body.bytes) : body.text
        if (text !== null) await prepare(text)
        return body
      }
      return answering.reply({ ...question, read })
    },
  }
}
