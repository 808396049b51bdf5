/** Words that the commands share that run a command again and again. */

/** A run without a time limit: only the user knows how long their suite takes. */
export const NO_TIME_LIMIT = 'none'

/** The formats in which these commands print what they found. */
export const runFormats = ['text', 'json', 'markdown', 'junit'] as const
export type RunFormat = (typeof runFormats)[number]
