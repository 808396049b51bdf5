import type { AnswerOf, GivenQuery } from '../../contract/control/routes.ts'

export type Account = AnswerOf<'GET accounts/:account'>
export type Alias = AnswerOf<'GET aliases'>['aliases'][number]
export type AliasFilter = GivenQuery<'GET aliases'>
export type Report = AnswerOf<'GET report'>
export type Entry = AnswerOf<'GET history'>['history'][number]
export type RequestEntry = Extract<Entry, { type: 'call' }>
export type PerformedEntry = Extract<Entry, { type: 'action' | 'mail' }>
export type MailEntry = Extract<Entry, { type: 'mail' }>
export type Mail = AnswerOf<'GET inbox'>['mails'][number]
export type Fault = Account['faults'][number]
