/**
 * Returns a function that calls back at the end of the current turn, all in one go: requests that a program sends
 * together have then all arrived before one of them is answered.
 */
export function makeEndOfTurn(nextTurn: (act: () => void) => void): (act: () => void) => void {
  let ready: (() => void)[] = []
  const end = () => {
    const due = ready
    ready = []
    for (const act of due) act()
  }
  return (act) => {
    if (ready.length === 0) nextTurn(end)
    ready.push(act)
  }
}
