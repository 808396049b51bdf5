import { pageIds, type PageShell } from '../history/page/html.ts'

/** The parts of this page that every page of its version has. */
export function ownShell(): PageShell {
  const text = (id: string) => document.getElementById(id)!.textContent
  return {
    policy: document.querySelector('meta[http-equiv]')!.getAttribute('content')!,
    loader: text(pageIds.loader),
    script: text(pageIds.script),
    style: text(pageIds.style),
    licences: text(pageIds.licences),
  }
}
