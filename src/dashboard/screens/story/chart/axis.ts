import { tones, type Tone } from '../../../labels/tones.ts'

/** How a call is drawn: by its answer, or as one that was taken back and has no effect any more. */
export type Layer = Tone | 'takenBack'
export const layers = [...tones, 'takenBack'] as const satisfies readonly Layer[]

/** A call on the account's clock, in milliseconds. */
export type Moment = { at: number; layer: Layer }
/** The calls of a stretch of the account's clock, from `from` and before `to`. */
export type Bin = { from: number; to: number; x: number; counts: Readonly<Record<Layer, number>> }
/** A long quiet stretch, folded: how much later the next bin begins. */
export type Fold = { x: number; ms: number }
export type Axis = { bins: readonly Bin[]; folds: readonly Fold[]; binWidth: number; most: number }

export const FOLD_WIDTH = 66
const MIN_BIN_WIDTH = 6
/** A stretch is folded if it is at least so long, and so large a part of what is not folded. */
const MIN_FOLD_MS = 30_000
const MIN_FOLD_PART = 0.25
const WIDTH_PER_FOLD = 150

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const binSizes = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364, 3_640, 36_400].map((count) => count * DAY),
]

/**
 * Cuts the account's clock into bins of one length. The clock jumps when it is pushed, so long quiet
 * stretches are folded. An axis that `grows` keeps room on the right, so that bars seldom move while
 * calls come in.
 */
export function toAxis(moments: readonly Moment[], width: number, grows: boolean): Axis {
  if (moments.length === 0) return { bins: [], folds: [], binWidth: width, most: 1 }
  const times = moments.map(({ at }) => at).toSorted((a, b) => a - b)
  const stretches = stretchesOf(times, Math.floor(width / WIDTH_PER_FOLD))
  const room = width - (stretches.length - 1) * FOLD_WIDTH
  const size = sizeFor(stretches, room / MIN_BIN_WIDTH)
  const joined = alignedTo(size, stretches)
  const count = joined.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  const free = width - (joined.length - 1) * FOLD_WIDTH
  const binWidth = free / (grows ? roomFor(count) : count)
  const counts = countIn(moments, size)
  const bins: Bin[] = []
  const folds: Fold[] = []
  let x = 0
  for (const [index, { first, last }] of joined.entries()) {
    const before = joined[index - 1]
    if (before) {
      folds.push({ x, ms: (first - before.last) * size })
      x += FOLD_WIDTH
    }
    for (let bin = first; bin <= last; bin += 1) {
      bins.push({ from: bin * size, to: (bin + 1) * size, x, counts: counts.get(bin) ?? none() })
      x += binWidth
    }
  }
  return { bins, folds, binWidth, most: Math.max(1, ...bins.map(totalOf)) }
}

export function totalOf({ counts }: Pick<Bin, 'counts'>): number {
  return layers.reduce((sum, layer) => sum + counts[layer], 0)
}

/** The next of 1, 2, 3, 4, 6, 8, 12, 16, 24 …: at most half as many more. */
function roomFor(count: number): number {
  const power = 2 ** Math.ceil(Math.log2(count))
  return power * 0.75 >= count ? power * 0.75 : power
}

type Stretch = { from: number; to: number }

/** The stretches between the longest pauses, if these are long enough. */
function stretchesOf(times: readonly number[], maxFolds: number): readonly Stretch[] {
  const pauses = times.slice(1).map((to, index) => ({ from: times[index]!, to }))
  let unfolded = (times.at(-1) ?? 0) - (times[0] ?? 0)
  const folded: Stretch[] = []
  for (const pause of pauses.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const length = lengthOf(pause)
    if (folded.length >= maxFolds) break
    if (length < Math.max(MIN_FOLD_MS, unfolded * MIN_FOLD_PART)) break
    folded.push(pause)
    unfolded -= length
  }
  const stretches: Stretch[] = []
  let from = times[0] ?? 0
  for (const pause of folded.toSorted((a, b) => a.from - b.from)) {
    stretches.push({ from, to: pause.from })
    from = pause.to
  }
  return [...stretches, { from, to: times.at(-1) ?? 0 }]
}

function lengthOf({ from, to }: Stretch): number {
  return to - from
}

/** The shortest bins of which there are at most so many. */
function sizeFor(stretches: readonly Stretch[], most: number): number {
  const countWith = (size: number) =>
    stretches.reduce(
      (sum, { from, to }) => sum + Math.floor(to / size) - Math.floor(from / size) + 1,
      0,
    )
  return binSizes.find((size) => countWith(size) <= most) ?? binSizes.at(-1)!
}

/** The numbers of the first and last bin of each stretch; stretches that meet in a bin become one. */
function alignedTo(size: number, stretches: readonly Stretch[]) {
  const joined: { first: number; last: number }[] = []
  for (const { from, to } of stretches) {
    const [first, last] = [Math.floor(from / size), Math.floor(to / size)]
    const before = joined.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else joined.push({ first, last })
  }
  return joined
}

function countIn(moments: readonly Moment[], size: number) {
  const counts = new Map<number, Record<Layer, number>>()
  for (const { at, layer } of moments) {
    const bin = Math.floor(at / size)
    const found = counts.get(bin) ?? none()
    found[layer] += 1
    counts.set(bin, found)
  }
  return counts
}

function none(): Record<Layer, number> {
  return { good: 0, limit: 0, refused: 0, broken: 0, takenBack: 0 }
}
