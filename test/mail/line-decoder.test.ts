import fc from 'fast-check'
import { expect, it } from 'vitest'
import Original from '../../node_modules/postal-mime/dist/esm/pass-through-decoder.js'
// @ts-expect-error: a script, which has no declarations
import { JoinedLines } from '../../scripts/stand-ins/pass-through-decoder.js'

type Decoder = { update(line: Uint8Array): void; finalize(): Promise<ArrayBuffer> }

const contentOf = async (decoder: Decoder, lines: readonly Uint8Array[]) => {
  for (const line of lines) decoder.update(line)
  return Buffer.from(await decoder.finalize()).toString('latin1')
}

it('the bundle joins the lines of a mail as postal-mime does', async () => {
  const line = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.uint8Array({ minLength: 9_000, maxLength: 40_000 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      expect(await contentOf(new JoinedLines() as Decoder, lines)).toBe(
        await contentOf(new Original() as Decoder, lines),
      )
    }),
  )
})
