import { styleText } from 'node:util'
import type { Environment, Io } from './io.ts'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Colours a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string

/** Uses colours in a terminal unless NO_COLOR is set. */
export function choosePaint(io: Io, env: Environment): Paint {
  if (!io.isTerminal || env['NO_COLOR'] || env['TERM'] === 'dumb') return (_style, text) => text
  return (style, text) => styleText(style, text, { validateStream: false })
}
