/** What `report --bug --as` writes. */
export const bugFormats = ['markdown', 'html'] as const

/** What `history save --as` writes. */
export const saveFormats = ['history', 'html', 'scenario'] as const
export type SaveFormat = (typeof saveFormats)[number]
