/**
 * Values that the browser keeps for the next visit, or for this tab. A page in a frame without rights keeps nothing.
 */

type Area = 'localStorage' | 'sessionStorage'

export function recall(key: string, area: Area = 'localStorage'): string | null {
  return attempt(() => globalThis[area].getItem(key)) ?? null
}

export function keep(key: string, text: string, area: Area = 'localStorage'): void {
  attempt(() => globalThis[area].setItem(key, text))
}

export function drop(key: string, area: Area = 'localStorage'): void {
  attempt(() => globalThis[area].removeItem(key))
}

function attempt<Result>(use: () => Result): Result | undefined {
  try {
    return use()
  } catch {
    return undefined // it is refused, or full
  }
}
