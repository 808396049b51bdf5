// All inputs of the sandbox, and the shapes in which they are sent.
import { actionRows } from './tables/actions.js'
import { controlRows } from './tables/control.js'
import { fileRows } from './tables/files.js'
import { headerRows } from './tables/headers.js'
import { smtpRows } from './tables/smtp.js'
import { v1Rows } from './tables/v1.js'

/** The share of each shape in a run. Slow shapes get less. */
const shares = {
  deep: 0.25,
  wide: 0.25,
  long: 0.25,
  'cut off': 0.13,
  repeated: 0.04,
  slow: 0.04,
  'never read': 0.04,
}

export const shapeNames = Object.keys(shares)
/** Without a number of inputs, one in this many rows is sent in this shape, chosen by the seed. */
export const everyOf = (shape) => (shares[shape] < 0.1 ? 3 : 1)
export const shareOf = (shape) => shares[shape]

export const rows = [
  ...v1Rows,
  ...headerRows,
  ...controlRows,
  ...actionRows,
  ...fileRows,
  ...smtpRows,
]

/** Whether this input is sent in this shape and in this mode. */
export function applies(row, shape, mode) {
  return (row.shapes ?? shapeNames).includes(shape) && (row.modes ?? [mode]).includes(mode)
}
