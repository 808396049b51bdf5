/** What `history save --as` writes. */
export const saveFormats = ['history', 'scenario', 'vitest', 'jest', 'node-test', 'pytest'] as const
export type SaveFormat = (typeof saveFormats)[number]
