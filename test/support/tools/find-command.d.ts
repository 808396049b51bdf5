export function findCommand(name: string): string[]
export function findPython(module: string): string | undefined
