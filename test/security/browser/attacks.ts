/** Code of an attacking page: the body of an async function with `target` and `take` in scope. */
export type Attack = {
  name: string
  script: string
  headers?: (target: string) => Record<string, string>
  /** Whether it represents its kind where a few attacks are enough. */
  isKind?: true
}

const RESET = '`${target}/_sandbox/reset`'
const STATE = '`${target}/_sandbox/session`'
const ALIASES = '`${target}/v1/aliases`'
const KEY = "{ authorization: 'Bearer sandbox_default' }"
const JSON_TYPE = "{ 'content-type': 'application/json' }"

const fetched = (url: string, init: string) =>
  `const answer = await fetch(${url}, ${init}); take(answer.type, answer.status, await answer.text())`

/** Adds an element to the page and takes all that is visible of it after it has loaded or failed. */
const element = (name: string, assign: string) => `
  const made = document.createElement('${name}')
  await new Promise((settle) => {
    made.onload = made.onerror = made.onloadeddata = settle
    ${assign}
    document.body.append(made)
  })
  try { take(made.contentDocument?.body?.innerText, made.contentWindow?.document?.body?.innerText) } catch (error) { take(error) }
  take(document.body.innerText, [...document.styleSheets].length)`

const form = (enctype: string, method = 'post') => `
  const frame = document.createElement('iframe')
  frame.name = 'frame'
  document.body.append(frame)
  const form = document.createElement('form')
  Object.assign(form, { action: ${RESET}, method: '${method}', enctype: '${enctype}', target: 'frame' })
  const field = document.createElement('input')
  Object.assign(field, { name: '{"a":"', value: '"}' })
  form.append(field)
  document.body.append(form)
  await new Promise((settle) => { frame.onload = settle; form.submit() })
  try { take(frame.contentDocument?.body?.innerText) } catch (error) { take(error) }`

/** From a page of another origin: another site, or another port of this machine. */
export const crossOrigin: readonly Attack[] = [
  { name: 'a simple POST', isKind: true, script: fetched(RESET, "{ method: 'POST', body: '{}' }") },
  {
    name: 'a POST that wants no answer',
    script: fetched(RESET, "{ method: 'POST', mode: 'no-cors', body: '{}' }"),
  },
  {
    name: 'a POST as a form, with cookies',
    script: fetched(
      RESET,
      "{ method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams({ a: '1' }) }",
    ),
  },
  {
    name: 'a POST of a blob that says it is JSON',
    script: fetched(
      RESET,
      "{ method: 'POST', mode: 'no-cors', body: new Blob(['{}'], { type: 'application/json' }) }",
    ).replace('const answer', 'await fetch(' + STATE + ", { mode: 'no-cors' }); const answer"),
  },
  {
    name: 'a preflighted POST',
    isKind: true,
    script: fetched(RESET, `{ method: 'POST', headers: ${JSON_TYPE}, body: '{}' }`),
  },
  {
    name: 'a preflighted PUT of the state',
    script: fetched(STATE, `{ method: 'PUT', headers: ${JSON_TYPE}, body: '{}' }`),
  },
  {
    name: 'a preflighted DELETE of the journal',
    script: fetched('`${target}/_sandbox/requests`', "{ method: 'DELETE' }"),
  },
  {
    name: 'a creation with the published key',
    script: fetched(ALIASES, `{ method: 'POST', headers: ${KEY} }`),
  },
  {
    name: 'a creation without a key',
    script: fetched(ALIASES, "{ method: 'POST', mode: 'no-cors' }"),
  },
  { name: 'a list with the published key', script: fetched(ALIASES, `{ headers: ${KEY} }`) },
  { name: 'a read of the state', script: fetched(STATE, '{}') },
  {
    name: 'a read of the state, with cookies',
    isKind: true,
    script: fetched(STATE, "{ credentials: 'include' }"),
  },
  {
    name: 'a read of the state that wants no answer',
    script: fetched(STATE, "{ mode: 'no-cors' }"),
  },
  {
    name: 'a read of the accounts and their keys',
    script: fetched('`${target}/_sandbox/accounts`', '{}'),
  },
  {
    name: 'a POST that outlives the page',
    script: fetched(RESET, "{ method: 'POST', mode: 'no-cors', keepalive: true, body: '{}' }"),
  },
  {
    name: 'a POST by way of a redirect',
    script: fetched(
      "'/redirect?to=' + encodeURIComponent(" + RESET + ')',
      "{ method: 'POST', mode: 'no-cors', body: '{}' }",
    ),
  },
  {
    name: 'an XMLHttpRequest',
    script: `
      const request = new XMLHttpRequest()
      await new Promise((settle) => {
        request.onloadend = settle
        request.open('POST', ${RESET})
        request.setRequestHeader('Content-Type', 'text/plain')
        request.send('{}')
      })
      take(request.status, request.responseText)`,
  },
  { name: 'a form', isKind: true, script: form('application/x-www-form-urlencoded') },
  { name: 'a form of plain text that is JSON', script: form('text/plain') },
  { name: 'a form with files', script: form('multipart/form-data') },
  { name: 'a form that GETs', script: form('application/x-www-form-urlencoded', 'get') },
  { name: 'an image of an action', isKind: true, script: element('img', `made.src = ${RESET}`) },
  {
    name: 'a script of the state',
    isKind: true,
    script: `Object.prototype.__defineSetter__('accounts', take); window.onerror = (...told) => take(told);${element('script', `made.src = ${STATE}`)}`,
  },
  {
    name: 'a script of the journal',
    script: element('script', 'made.src = `${target}/_sandbox/requests`'),
  },
  { name: 'a module of the state', script: `take(JSON.stringify(await import(${STATE})))` },
  {
    name: 'a worker of the state',
    script: `await new Promise((settle) => { const worker = new Worker(URL.createObjectURL(new Blob(['try { importScripts("' + ${STATE} + '") } catch (error) { postMessage(String(error)) } postMessage(JSON.stringify(self.accounts ?? null))']))); worker.onmessage = ({ data }) => { take(data); settle() } })`,
  },
  {
    name: 'a style sheet of the state',
    script: element('link', `made.rel = 'stylesheet'; made.href = ${STATE}`),
  },
  { name: 'a frame of the state', isKind: true, script: element('iframe', `made.src = ${STATE}`) },
  { name: 'an object of the state', script: element('object', `made.data = ${STATE}`) },
  { name: 'a video of the state', script: element('video', `made.src = ${STATE}`) },
  {
    name: 'a sandboxed frame, whose origin is null',
    script: `
      const frame = document.createElement('iframe')
      frame.sandbox = 'allow-scripts'
      frame.srcdoc = '<script>fetch("' + ${RESET} + '", { method: "POST", mode: "no-cors", body: "{}" }).then((answer) => answer.text(), String).then((text) => parent.postMessage(text, "*"))</' + 'script>'
      await new Promise((settle) => { window.onmessage = ({ data }) => { take(data); settle() }; document.body.append(frame) })`,
  },
  {
    name: 'an EventSource',
    script:
      'const source = new EventSource(`${target}/_sandbox/events`); await new Promise((settle) => { source.onmessage = ({ data }) => take(data); source.onerror = settle }); source.close()',
  },
  {
    name: 'a WebSocket',
    isKind: true,
    script:
      "const socket = new WebSocket(`${target.replace('http', 'ws')}/_sandbox/live`); await new Promise((settle) => { socket.onopen = () => take('SECRET: it opened'); socket.onclose = settle })",
  },
  { name: 'a beacon of text', isKind: true, script: `take(navigator.sendBeacon(${RESET}, '{}'))` },
  {
    name: 'a beacon of JSON',
    script: `take(navigator.sendBeacon(${RESET}, new Blob(['{}'], { type: 'application/json' })))`,
  },
  {
    name: 'a link that pings',
    script: `const link = document.createElement('a'); link.href = '#there'; link.ping = ${RESET}; document.body.append(link); link.click()`,
  },
  {
    name: 'a window that goes there',
    script: `const opened = window.open(${STATE}); await new Promise((settle) => setInterval(() => { try { opened.location.href } catch { settle() } }, 10)); try { take(opened?.document?.body?.innerText) } catch (error) { take(error) } opened?.close()`,
  },
  {
    name: 'a report of a broken policy',
    script:
      "const image = new Image(); await new Promise((settle) => { image.onerror = settle; image.src = 'http://blocked.example/x.png' })",
    headers: (target) => ({
      'content-security-policy': `img-src 'none'; report-uri ${target}/_sandbox/reset`,
    }),
  },
]

const own = 'const target = location.origin;'

/** From a page whose name now resolves to the sandbox: for the browser, both have the same origin. */
export const rebound: readonly Attack[] = [
  {
    name: 'a list with the published key',
    script: fetched("'/v1/aliases'", `{ headers: ${KEY} }`),
  },
  {
    name: 'a creation with the published key',
    script: fetched("'/v1/aliases'", `{ method: 'POST', headers: ${KEY} }`),
  },
  { name: 'a read of the state', script: fetched("'/_sandbox/session'", '{}') },
  { name: 'a read of the journal', script: fetched("'/_sandbox/requests'", '{}') },
  {
    name: 'a reset',
    script: fetched("'/_sandbox/reset'", `{ method: 'POST', headers: ${JSON_TYPE}, body: '{}' }`),
  },
  {
    name: 'another key',
    script: fetched(
      "'/_sandbox/actions/rotate_key'",
      `{ method: 'POST', headers: ${JSON_TYPE}, body: '{}' }`,
    ),
  },
  {
    name: 'another state',
    script: fetched("'/_sandbox/session'", `{ method: 'PUT', headers: ${JSON_TYPE}, body: '{}' }`),
  },
  {
    name: 'the journal forgotten',
    script: fetched("'/_sandbox/requests'", "{ method: 'DELETE' }"),
  },
  { name: 'a frame', script: `${own}${element('iframe', `made.src = ${STATE}`)}` },
  { name: 'a form of plain text that is JSON', script: `${own}${form('text/plain')}` },
  {
    name: 'an EventSource',
    script:
      "const source = new EventSource('/_sandbox/events'); await new Promise((settle) => { source.onmessage = ({ data }) => take(data); source.onerror = settle }); source.close()",
  },
  {
    name: 'a WebSocket',
    script:
      "const socket = new WebSocket(`ws://${location.host}/_sandbox/live`); await new Promise((settle) => { socket.onopen = () => take('SECRET: it opened'); socket.onclose = settle })",
  },
  {
    name: 'a beacon of JSON',
    script:
      "take(navigator.sendBeacon('/_sandbox/reset', new Blob(['{}'], { type: 'application/json' })))",
  },
]
