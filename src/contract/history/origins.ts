/** The origins of actions: `timeline` is a scenario's timeline, `control` any other client. */
export const origins = ['cli', 'library', 'dashboard', 'timeline', 'control'] as const
export type Origin = (typeof origins)[number]
