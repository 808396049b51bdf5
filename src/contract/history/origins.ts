/** The origins of actions: `timeline` is a scenario's timeline, `control` any other client of the control API. */
export const origins = ['cli', 'library', 'dashboard', 'smtp', 'timeline', 'control'] as const
export type Origin = (typeof origins)[number]
