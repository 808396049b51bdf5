export function findNode(number: number): string | undefined
