/** What `history save --as` writes. */
export const saveFormats = ['history'] as const
export type SaveFormat = (typeof saveFormats)[number]
