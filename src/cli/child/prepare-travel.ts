import { openTravel, type Travel } from '../../hunt/time-travel/travel.ts'
import { runtimeError } from '../output/failure.ts'

/**
 * Opens the clock that a sandbox shares with a command; `command` and `without` are for the message.
 * @throws Failure when the system allows no temporary folder or local socket
 */
export async function prepareTravel(command: string, without: string): Promise<Travel> {
  try {
    return await openTravel()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw runtimeError(
      `${command}: cannot put the command on a clock of its own (${code ?? message}); ${without}`,
    )
  }
}
