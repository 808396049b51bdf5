import { styleText } from 'node:util'
import type { Environment, Io } from './io.ts'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** Colours for a person at a terminal who has not asked for none (NO_COLOR). */
export function choosePaint(io: Io, env: Environment): Paint {
  if (!io.isTerminal || env['NO_COLOR'] || env['TERM'] === 'dumb') return (_style, text) => text
  return (style, text) => styleText(style, text, { validateStream: false })
}
