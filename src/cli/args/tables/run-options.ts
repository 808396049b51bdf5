/** Words that the commands share that run a command again and again. */

/** A run without a time limit: only the user knows how long their suite takes. */
export const NO_TIME_LIMIT = 'none'
