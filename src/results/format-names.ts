/** The formats of a result. They stand alone: the tables of options load nothing more. */
export const resultFormatNames = ['text', 'json', 'markdown', 'junit'] as const
export type ResultFormat = (typeof resultFormatNames)[number]
