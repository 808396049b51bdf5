/** A row of the table of kinds: what counts as a problem. */
type KindRow = {
  title: string
  /** The sentence of the API document that it stands on, and where it stands. */
  sentence: string
  source: string
}

/** The kinds of problems, the worst first; each can be switched off. */
export const problemKinds = {
  duplicate: {
    title: 'makes the same alias twice',
    sentence: 'Creates one alias.',
    source: 'POST /v1/aliases',
  },
  incomplete: {
    title: 'ends well with less than there is',
    sentence: 'Whether further pages exist.',
    source: 'Alias page, has_more',
  },
  passes_wrongly: {
    title: 'ends well although nothing can have worked',
    sentence: 'Keys only work while the account is on Plus or Pro, including during the trial.',
    source: 'Authentication, 5',
  },
  etiquette: {
    title: 'breaks a rule of etiquette',
    sentence: 'Each rule names the sentence that it is based on: see docs/etiquette.md.',
    source: '',
  },
  gives_up: {
    title: 'gives up on trouble that passes',
    sentence: 'Retrying after Retry-After is correct. It normally clears in seconds.',
    source: 'Errors, rule 2',
  },
  crash: {
    title: 'crashes instead of reporting',
    sentence: 'The document does not promise that each body can be read: report one that cannot.',
    source: '',
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
  /** Problems that are probably one mistake have one pattern, wherever they show: one wait that is left out, say. */
  pattern: string
  /** The problem, in a few words. */
  title: string
  /** The events of this run. */
  what: string
  /** The end of the scenario, if it is not the end of the client. */
  end?: string
  /** The sentence of the API document that it stands on, and where it stands; no source: a sentence of ours. */
  sentence: string
  source: string
  /** Calls and actions that show it, such as `req_2`; with the account in front if there are several. */
  entries: readonly string[]
}

/** The parts of a problem that differ from those of its kind; its pattern is its key unless it shares one. */
type Told = Pick<Problem, 'what' | 'entries'> & Partial<Problem>

/** A problem of a kind at a place, which is the rest of its key. */
export function problemAt(kind: ProblemKind, place: string, told: Told): Problem {
  const key = `${kind}/${place}`
  return { kind, key, pattern: key, ...problemKinds[kind], ...told }
}

/** Quotes the document, or says what it leaves open. */
export function documentWords({ sentence, source }: Pick<Problem, 'sentence' | 'source'>): string {
  return source === '' ? sentence : `The document: "${sentence}" (${source})`
}
