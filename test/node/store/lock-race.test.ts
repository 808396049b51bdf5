import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { freshFolder } from '../../support/process/fresh-folder.ts'
import { leaveLock } from '../../support/store/left-lock.ts'

const program = fileURLToPath(new URL('../../support/store/lock-racer.js', import.meta.url))

/** A process that gets questions and answers on lines. */
function racer(files: readonly string[]) {
  const child = spawn(process.execPath, [program, ...files], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const answer = async () => JSON.parse((await lines.next()).value ?? 'null') as number[]
  const ask = () => {
    child.stdin.write('go\n')
    return answer()
  }
  return { answer, ask }
}

it('of four processes that find an abandoned lock at the same time, one gets it and keeps it', async () => {
  const folder = freshFolder()
  const { pid } = spawnSync(process.execPath, ['--version'])
  const files = Array.from({ length: 300 }, (_, index) => join(folder, `${index}.json`))
  for (const file of files) leaveLock(file, { pid })
  const racers = Array.from({ length: 4 }, () => racer(files))
  await Promise.all(racers.map(({ answer }) => answer()))
  const taken = await Promise.all(racers.map(({ ask }) => ask()))
  expect(taken.flat().toSorted((a, b) => a - b)).toEqual([...files.keys()])
  expect(await Promise.all(racers.map(({ ask }) => ask()))).toEqual(taken)
})
