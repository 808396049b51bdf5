/** The states of an alias, for somebody who tests by hand. */
export const statusLabels: Readonly<Record<string, string>> = {
  active: 'Active',
  suspended: 'Suspended',
  burned: 'Used up',
  expired: 'Expired',
}

/** The reason why nothing can be forwarded to an alias with this status. */
export const unreachable: Readonly<Record<string, string>> = {
  suspended: 'A suspended alias forwards nothing: resume it first.',
  burned: 'This single-use alias has had its message.',
  expired: 'This alias has expired.',
}
