import type { Account } from '../../../src/index.ts'

type Call = (account: Account, secondsLess: number) => Promise<void>
type Story = {
  title: string
  arrange: (account: Account) => Promise<unknown>
  secondsLess: number
  verdicts: Record<string, string>
}

export const patientClients: Record<string, Call>
export const waitingStories: Story[]
export function verdictsOn(
  account: Account,
  call: Call,
  story: Story,
  isSkipping: boolean,
): Promise<Record<string, string>>
