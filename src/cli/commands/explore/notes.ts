import { printable } from '../../../text/escape.ts'

/** A client that reads one page may mean that: nobody but its user knows. */
export function onePageNotes(seen: number | undefined): string[] {
  if (seen === undefined) return []
  return [
    `It never asks for a second page: with more aliases it saw ${seen} of them, and ended well. If it should see all, that is a problem; --expect-output can check it.`,
  ]
}

/** A scenario says at which call something happens; a client that has changed since may make fewer calls. */
export function missedCallNotes(call: number | undefined): string[] {
  if (call === undefined) return []
  return [
    `What should happen at request ${call} did not: the client makes fewer requests now. Explore it again for a scenario that fits.`,
  ]
}

/** The reason why a scenario says nothing about a client: a mail of it came to no alias. */
export function lostMailText(to: string): string {
  return `explore: the mail to ${printable(to)} reached no alias in any run, so this scenario shows nothing about the client: the scenario needs the alias, or the draws that give it its address`
}
