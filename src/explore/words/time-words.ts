/** "2.5 s", "30 s", "2 min", "14 h": account time, rounded to what matters. */
export function timeWords(ms: number): string {
  if (ms < 9_950) return `${Number((ms / 1_000).toFixed(1))} s`
  if (ms < 119_500) return `${Math.round(ms / 1_000)} s`
  if (ms < 7_170_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}
