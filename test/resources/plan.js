// Selects the cases of a run: spreads a number of inputs over rows, shapes and modes.
import { modeNames } from './modes.js'
import { applies, everyOf, rows, shapeNames, shareOf } from './table.js'

/**
 * Returns groups of cases, one process each: a mode, a shape, and its cases in order. Without `inputs`, each
 * row is sent in each shape once, in a mode that depends on the seed.
 */
export function planOf({ seed, inputs, mode, shape, only, number }) {
  const modes = mode === undefined ? modeNames : [mode]
  const shapes = shape === undefined ? shapeNames : [shape]
  const exact = rows.filter(({ name }) => name === only)
  const similar = rows.filter(({ name }) => only === undefined || name.includes(only))
  const requested = exact.length > 0 ? exact : similar
  const groups = modes.flatMap((mode) => shapes.map((shape) => ({ mode, shape, cases: [] })))
  for (const { mode, shape, cases } of groups) {
    const fitting = requested.filter((row) => applies(row, shape, mode))
    const share = shareOf(shape) / shapes.reduce((sum, each) => sum + shareOf(each), 0)
    const count =
      number !== undefined ? fitting.length : Math.ceil(((inputs ?? 0) * share) / modes.length)
    for (let index = 0; index < count && fitting.length > 0; index += 1) {
      const row = fitting[index % fitting.length]
      cases.push({ row, number: number ?? Math.floor(index / fitting.length) })
    }
    if (inputs === undefined && number === undefined) {
      for (const row of fitting) {
        const turn = rows.indexOf(row) + shapeNames.indexOf(shape) + seed
        const meant = modes.filter((each) => applies(row, shape, each))
        const isTaken = turn % everyOf(shape) === 0
        if (isTaken && meant[turn % meant.length] === mode) cases.push({ row, number: 0 })
      }
    }
  }
  return groups.filter(({ cases }) => cases.length > 0)
}
