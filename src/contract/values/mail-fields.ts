import { limits } from '../limits.ts'
import * as v from 'valibot'
import { items, pattern, strictObject, string } from './fields.ts'

/** The fields of a mail that is delivered without SMTP. */

const address = pattern(
  /^[^\s@<>\p{Cc}]{1,64}@[^\s@<>\p{Cc}]{1,255}$/u,
  'an address such as shop@alias-sandbox.example',
)
const onOneLine = (max: number) => v.pipe(string(max), v.regex(/^\P{Cc}*$/u, 'must be on one line'))
const text = string(limits.mailBytes.value)

/** RFC 5322, 2.1.1: the characters of a line. */
const LINE_CHARACTERS = 998

/** The recipient and the sender. */
export const mailEnvelope = { to: address, from: v.optional(address) }

const attachment = strictObject({
  name: onOneLine(255),
  type: v.optional(pattern(/^[\w.+-]{1,100}\/[\w.+-]{1,100}$/, 'a type such as application/pdf')),
  /** In base64. */
  content: v.pipe(
    text,
    v.regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be base64'),
  ),
})

export const mailContent = {
  subject: v.optional(onOneLine(LINE_CHARACTERS)),
  text: v.optional(text),
  html: v.optional(text),
  attachments: v.optional(items(attachment)),
}

/** A message as it is sent. */
export const mailMessage = strictObject({
  ...mailEnvelope,
  raw: v.pipe(string(limits.controlBytes.value), v.minLength(1, 'must not be empty')),
})
