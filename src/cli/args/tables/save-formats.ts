/** The runners for which a test is written. */
export const testFormats = ['vitest', 'jest', 'node-test', 'pytest'] as const
export type TestFormat = (typeof testFormats)[number]

/** What `history save --as` writes. */
export const saveFormats = ['history', 'scenario', ...testFormats] as const
export type SaveFormat = (typeof saveFormats)[number]
