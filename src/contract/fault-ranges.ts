/**
 * The ranges of the arguments of faults as plain data: for the schemas, and for the form of the dashboard, which
 * does not load them. From, to; both inclusive.
 */
export const faultRanges = {
  /** Milliseconds of real time. */
  ms: [1, 600_000],
  status: [200, 599],
  /** Seconds. */
  retry_after: [1, 86_400],
  /** Calls that it applies to. */
  times: [1, 1_000_000],
  /** Calls that pass first. */
  skip: [0, 1_000_000],
} as const

/** The statuses of a broken service, as opposed to those of a proxy in front of it. */
export const serverErrors = [500, 502, 504] as const
