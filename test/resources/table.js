// Every input of the sandbox, and the shapes in which it comes.
import { actionRows } from './tables/actions.js'
import { controlRows } from './tables/control.js'
import { fileRows } from './tables/files.js'
import { headerRows } from './tables/headers.js'
import { v1Rows } from './tables/v1.js'

/** `share`: how much of a run. Those that take long by nature get less of it. */
const shapes = {
  deep: { share: 0.25 },
  wide: { share: 0.25 },
  long: { share: 0.25 },
  'cut off': { share: 0.13 },
  repeated: { share: 0.04 },
  slow: { share: 0.04 },
  'never read': { share: 0.04 },
}

export const shapeNames = Object.keys(shapes)
export const shareOf = (shape) => shapes[shape].share

export const rows = [...v1Rows, ...headerRows, ...controlRows, ...actionRows, ...fileRows]

/** Does this input come in this shape, and in this mode? */
export function applies(row, shape, mode) {
  return (row.shapes ?? shapeNames).includes(shape) && (row.modes ?? [mode]).includes(mode)
}
