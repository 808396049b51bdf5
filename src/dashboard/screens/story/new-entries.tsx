import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { countOf } from '../../../words/numbers.ts'
import { admit, page, waiting } from './story-view.ts'

/** Screen readers are told of new entries at most this often. */
const TELL_MS = 5_000

const announced = signal(0)

/** The entries that wait while the tester is reading, and the button that shows them. */
export function NewEntries() {
  useEffect(() => {
    const timer = setInterval(() => (announced.value = waiting.value), TELL_MS)
    return () => clearInterval(timer)
  }, [])
  const count = waiting.value
  return (
    <>
      <p class="unseen" role="status">
        {announced.value > 0 && `${newEntries(announced.value)} of the story`}
      </p>
      {count > 0 && (
        <button type="button" class="primary new-entries" onClick={showNewest}>
          {newEntries(count)}
        </button>
      )}
    </>
  )
}

function newEntries(count: number): string {
  return countOf(count, 'new entry', 'new entries')
}

function showNewest(): void {
  admit()
  page.value = 0
  announced.value = 0
  document.querySelector('.story-card')?.scrollIntoView({ block: 'start' })
}
