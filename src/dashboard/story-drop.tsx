import { CANNOT_LOAD } from './components/lazy.tsx'
import { FileDrop } from './components/frame/file-drop.tsx'
import { showError } from './state/message.ts'

/** Takes a story file that is dropped anywhere on the page, and replays it. */
export function StoryDrop() {
  return (
    <FileDrop
      onFile={(file) => void replay(file)}
      onMany={() => showError('Drop one story file at a time.')}
    >
      Drop a story file to replay it. Your account does not change.
    </FileDrop>
  )
}

/** What replays a file is loaded with the story. */
async function replay(file: File): Promise<void> {
  const part = await import('./screens/story/replay/replayed.ts').catch(() => null)
  if (part) await part.open(file)
  else showError(`${file.name} cannot be replayed. ${CANNOT_LOAD} Reload the page.`)
}
