import type { Written } from './written.ts'

/** The types of programs that use this package. */
export type AccountView = Written['AccountView']
export type ActionName = keyof Written['Arguments']
export type Alias = Written['Alias']
export type ListedRequest = Written['ListedRequest']
export type Fault = Written['Fault']
export type FaultKind = Fault['kind']
export type Entry = Written['Entry']
export type Mail = Written['Mail']
export type ReplayView = Written['ReplayView']
export type Report = Written['Report']

/** Options of `save`. */
export type SaveOptions = {
  /** Why you send a page (`.html`); it is shown first. */
  note?: string
}
