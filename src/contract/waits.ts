/** The waits that the answers of an account ask for: as in the document, or a few seconds. */
export const waitKinds = ['documented', 'short'] as const
export type Waits = (typeof waitKinds)[number]

/** Short waits, in whole seconds of real time: a suite in any language can take them. */
export const shortWaits = { least: 1, most: 3 } as const
