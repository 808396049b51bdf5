/** Is there a process of this id, or one that its parent has not asked about yet? */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
