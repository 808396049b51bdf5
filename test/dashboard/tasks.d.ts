import type { Page } from 'playwright-core'

type Counts = { presses: number; scrolls: number }
type Scene = { page: Page; sandbox: { url: string }; addresses: string[] }

export const sizes: Readonly<Record<string, number>>
export const tasks: Readonly<Record<string, { most: Counts }>>
export function connectClient(sandbox: { url: string }): Promise<string[]>
export function countTask(name: string, scene: Scene): Promise<Counts>
