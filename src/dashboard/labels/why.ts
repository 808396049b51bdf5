/** A reason in which faults have no ids: an opened entry has them. */
export function plainWhy(why: string): string {
  return why.replaceAll(/\b([Ff])ault fault_\d+/g, (_, first: string) =>
    first === 'F' ? 'An armed fault' : 'an armed fault',
  )
}
