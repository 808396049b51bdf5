/** A row of the table of kinds: what counts as a problem. */
type KindRow = {
  title: string
  /** The sentence of the API document that it stands on, and where it stands. */
  sentence: string
  source: string
}

/** What counts as a problem, the worst first; each kind can be switched off. */
export const problemKinds = {
  duplicate: {
    title: 'makes the same alias twice',
    sentence: 'Creates one alias: a creation that is sent again makes one more.',
    source: 'POST /v1/aliases',
  },
  incomplete: {
    title: 'ends well, but with a wrong result',
    sentence: 'has_more: whether further pages exist.',
    source: 'Alias page; GET /v1/aliases, rule 1',
  },
  passes_wrongly: {
    title: 'ends well although nothing can have worked',
    sentence: 'Keys only work while the account is on Plus or Pro.',
    source: 'Authentication, 5 and 6',
  },
  etiquette: {
    title: 'breaks a rule of etiquette',
    sentence: 'The sentence that the rule stands on.',
    source: 'docs/etiquette.md',
  },
  gives_up: {
    title: 'gives up on trouble that passes',
    sentence: 'It normally clears in seconds; Retry is safe; Clears within the minute.',
    source: 'Errors, rule 2 and 409; Limits, Burst',
  },
  crash: {
    title: 'crashes instead of reporting',
    sentence: 'Clients key off the status, and off code where present.',
    source: 'Errors, rule 1',
  },
  never_ends: {
    title: 'never ends',
    sentence: 'If it lasts beyond a few minutes it is an incident on the service side.',
    source: 'Errors, rule 2',
  },
} as const satisfies Record<string, KindRow>

export type ProblemKind = keyof typeof problemKinds
export const problemKindNames = Object.keys(problemKinds) as ProblemKind[]

/** Something that a client did and should not have done, in one run. */
export type Problem = {
  kind: ProblemKind
  /** One bug has one key: kind, rule and place, such as `etiquette/waits_out_outage/create`. */
  key: string
  /** What it is, in a few words. */
  title: string
  /** What happened in this run. */
  what: string
  /** What the story ends with, if not with how the client ended. */
  end?: string
  /** The sentence of the API document that it stands on, and where it stands. */
  sentence: string
  source: string
  /** Calls and actions that show it, such as `req_2`; with the account in front if there are several. */
  entries: readonly string[]
}
