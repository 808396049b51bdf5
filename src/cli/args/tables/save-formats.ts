/** The formats of `report --bug --as`. */
export const bugFormats = ['markdown', 'html'] as const

/** The formats of `history save --as`. */
export const saveFormats = ['history', 'html', 'scenario'] as const
export type SaveFormat = (typeof saveFormats)[number]
