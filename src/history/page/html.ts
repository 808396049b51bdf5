import { escapeLines } from '../../text/escape.ts'

/** The parts of every page of a version. The policy allows only its loader, its script and its style sheet. */
export type PageShell = {
  policy: string
  /** Unpacks the script and starts it. */
  loader: string
  /** Packed like the content. */
  script: string
  style: string
  licences: string
}

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
  loader: 'page-loader',
  text: 'page-text',
  style: 'page-style',
  licences: 'licences',
}

const TEXT_ONLY =
  'This is the page as text. In a browser of 2023 or later that runs scripts, it shows each entry and can continue from here.'

/**
 * A page that carries everything in itself. The texts of others stand in it escaped; nothing else is theirs. The
 * report as text comes first, so that a browser without scripts, or a page that was cut off, shows it; the script
 * takes its place.
 */
export function toPageHtml({
  shell: { policy, loader, script, style, licences },
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
<main id="${pageIds.text}">
<h1>${escapeHtml(title)}</h1>
<p>${TEXT_ONLY}</p>
<pre>${escapeHtml(text)}</pre>
</main>
<div id="${pageIds.app}"></div>
${carried(pageIds.data, data)}
${carried(pageIds.script, script)}
<script type="text/plain" id="${pageIds.licences}">${licences}</script>
<script id="${pageIds.loader}">${loader}</script>
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
