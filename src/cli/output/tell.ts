import { exitCodes } from './failure.ts'
import type { SafeIo } from './io.ts'

/** The output of a command, and whether it is JSON. */
export type Told = { readonly io: SafeIo; readonly options: { readonly json: boolean } }

/** Prints a value as one object with --json, otherwise its text. Returns the exit code of a command that has done all. */
export function tell({ io, options }: Told, value: object, text: string): number {
  io.stdout.write(`${options.json ? JSON.stringify(value) : text}\n`)
  return exitCodes.ok
}
