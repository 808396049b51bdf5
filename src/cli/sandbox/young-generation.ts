import { setFlagsFromString } from 'node:v8'

/**
 * Stops V8 from enlarging its young generation, which it otherwise doubles, up to 32 MB, whenever something
 * survived there, and a history always does. While a sandbox serves, this keeps resident memory 20 MB lower
 * and halves the time of the slowest calls; CPU time is the same. Only once everything is loaded: code that
 * was cached under other flags is compiled again. Returns what undoes it; at its usual value, the flag does
 * not spoil the compile cache that Node writes when it ends.
 */
export function keepYoungGenerationSmall(): () => void {
  const grow = (factor: number) => setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  grow(1)
  return () => grow(2)
}
