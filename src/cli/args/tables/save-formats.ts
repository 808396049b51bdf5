/** The runners for which a test is written. */
export const testFormats = ['vitest', 'jest', 'node-test', 'pytest'] as const
export type TestFormat = (typeof testFormats)[number]

/** What `report --bug --as` writes. */
export const bugFormats = ['markdown', 'html'] as const

/** What `history save --as` writes. */
export const saveFormats = ['history', 'html', 'scenario', ...testFormats] as const
export type SaveFormat = (typeof saveFormats)[number]
