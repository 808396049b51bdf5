import { useEffect, useState } from 'preact/hooks'

type FileDropProps = {
  onFile: (file: File) => void
  onMany: () => void
  children: string
}

/**
 * Takes a file that is dropped anywhere on the page; while one is dragged, a drop area is visible.
 * Fields that take a file of their own still do.
 */
export function FileDrop({ onFile, onMany, children }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const listening = new AbortController()
    const on = (type: string, listener: (event: DragEvent) => void) =>
      addEventListener(type, (event) => isOfFiles(event) && listener(event), {
        signal: listening.signal,
      })
    on('dragover', (event) => {
      setOver(true)
      if (!isField(event)) event.preventDefault()
    })
    // Leaving an element for another one inside the page has a related target.
    on('dragleave', (event) => event.relatedTarget === null && setOver(false))
    on('drop', (event) => {
      setOver(false)
      if (isField(event)) return
      event.preventDefault()
      const files = event.dataTransfer?.files ?? []
      if (files.length > 1) onMany()
      else if (files[0]) onFile(files[0])
    })
    return () => listening.abort()
  }, [])
  return isOver ? <div class="file-drop">{children}</div> : null
}

function isOfFiles(event: Event): event is DragEvent {
  return event instanceof DragEvent && event.dataTransfer?.types.includes('Files') === true
}

function isField({ target }: Event): boolean {
  return target instanceof HTMLInputElement && target.type === 'file'
}
