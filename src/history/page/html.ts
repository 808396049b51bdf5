import { escapeLines } from '../../text/escape.ts'

/** The shell of every page of a version: its script, its style sheet, and the policy that allows only these two. */
export type PageShell = { policy: string; script: string; style: string; licences: string }

type PageHtml = {
  shell: PageShell
  title: string
  /** The plain text for old browsers and readers without scripts. */
  text: string
  /** The content: gzip in base64, in which no character means anything to HTML. */
  data: string
}

/** The ids of the parts of a page. */
export const pageIds = {
  app: 'app',
  data: 'page-data',
  script: 'page-script',
  text: 'page-text',
  style: 'page-style',
  licences: 'licences',
}

const OLD =
  'This page shows what happened and can go on from there, but not in this browser: it needs scripts and a version of 2023 or later. Here is the report as text.'

/**
 * A page that carries everything in itself. The texts of others stand in it escaped; nothing else is theirs. The
 * report as text stands behind the script, which takes its place: no browser lays it out for nothing.
 */
export function toPageHtml({
  shell: { policy, script, style, licences },
  title,
  text,
  data,
}: PageHtml): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style id="${pageIds.style}">${style}</style>
</head>
<body>
<div id="${pageIds.app}"></div>
${carried(pageIds.data, data)}
<script type="text/plain" id="${pageIds.licences}">${licences}</script>
<script id="${pageIds.script}">${script}</script>
<main id="${pageIds.text}">
<h1>${escapeHtml(title)}</h1>
<p>${OLD}</p>
<pre>${escapeHtml(text)}</pre>
</main>
</body>
</html>
`
}

function carried(id: string, data: string): string {
  return `<script type="application/octet-stream" id="${id}">${data}</script>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return escapeLines(text).replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
}
