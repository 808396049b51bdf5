import { checkReadable } from './inside-folder.ts'

/** A scenario by its name, or a file that may be read. @throws Failure */
export function toScenario(text: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(text)) return text
  checkReadable(text)
  return `./${text}`
}
