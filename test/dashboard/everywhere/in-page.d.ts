export function layoutFindings(): string[]
export function focusFindings(): string[]
export function orderFindings(): string[]
