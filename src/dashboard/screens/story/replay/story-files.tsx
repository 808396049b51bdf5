import { useEffect } from 'preact/hooks'
import { FileButton } from '../../../components/form/file-button.tsx'
import { DownloadStory } from '../download-story.tsx'
import { linkTo } from '../../../state/route.ts'
import { FILE } from './file-route.ts'
import { cancel, open, openFile, pending, problem } from './replayed.ts'

/** Saves the story as a file, and opens one; a file can also be dropped anywhere on the page. */
export function StoryFiles() {
  return (
    <section class="story-files" aria-label="Story files">
      <details class="more">
        <summary>Save or open a story</summary>
        <div class="row">
          <DownloadStory>Download story</DownloadStory>
          <DownloadStory isPage>Download as page</DownloadStory>
          <OpenStoryFile />
        </div>
      </details>
      {openFile.value && (
        <p>
          <bdi>{openFile.value.name}</bdi> is open:{' '}
          <a href={linkTo({ screen: 'story', detail: FILE })}>show it</a>
        </p>
      )}
      <Progress />
    </section>
  )
}

/** Chooses a story file: what dropping does, by keyboard. */
export function OpenStoryFile() {
  return (
    <>
      <FileButton accept=".json" onFile={(file) => void open(file)}>
        Open a story file …
      </FileButton>
      <span class="hint">or drop it anywhere on the page</span>
    </>
  )
}

/** The replay that is under way, or why the last file could not be opened. */
export function Progress() {
  useEffect(() => () => void (problem.value = null), [])
  if (pending.value !== null) {
    return (
      <p class="row">
        Replaying {pending.value} …
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </p>
    )
  }
  return problem.value === null ? null : <p class="problem">{problem.value}</p>
}
