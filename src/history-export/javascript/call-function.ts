import type { CallStep, ExpectStep } from '../../contract/expect.ts'

/** The function that makes a call, with the options that the story needs. */
export function callFunction(isKeyChanged: boolean, steps: readonly ExpectStep[]): string[] {
  const calls = steps.filter((step) => 'call' in step) as CallStep[]
  const hasKey = calls.some(({ key }) => key !== undefined)
  const hasHeaders = calls.some(({ headers }) => headers)
  const hasTimeout = calls.some(({ status }) => status === 'none')
  const hasBody = calls.some(({ body, unreadable }) => body !== undefined || unreadable)
  const current = isKeyChanged ? '(await account.state()).api_key' : 'account.apiKey'
  const options = [
    ...(hasBody ? ['body'] : []),
    ...(hasHeaders ? ['headers: others'] : []),
    ...(hasKey ? ['key'] : []),
    ...(hasTimeout ? ['timeout'] : []),
  ]
  const parameter = options.length === 0 ? '' : `, { ${options.join(', ')} } = {}`
  const init = ['method', 'headers', ...(hasBody ? ['body: text'] : [])]
  return [
    '/** Makes a call such as `GET /v1/aliases`. */',
    `async function call(request${parameter}) {`,
    "  const [method, path] = request.split(' ')",
    ...(hasKey
      ? [
          `  const bearer = key === undefined ? ${current} : key`,
          '  const headers = {}',
          '  if (bearer !== null) headers.authorization = `Bearer ${bearer}`',
        ]
      : [`  const headers = { authorization: \`Bearer \${${current}}\` }`]),
    ...(hasBody
      ? [
          "  if (body !== undefined) headers['content-type'] = 'application/json'",
          ...(hasHeaders
            ? [
                '  Object.assign(headers, others)',
                "  if (headers['content-type'] === null) delete headers['content-type']",
              ]
            : []),
          "  const isSent = typeof body === 'string' || body instanceof Uint8Array",
          '  const text = isSent ? body : JSON.stringify(body)',
        ]
      : []),
    ...(hasTimeout ? ['  const signal = timeout && AbortSignal.timeout(timeout)'] : []),
    `  const init = { ${[...init, ...(hasTimeout ? ['signal'] : [])].join(', ')} }`,
    '  const response = await fetch(`${account.url}${path}`, init)',
    '  const received = await response.text()',
    '  return {',
    '    status: response.status,',
    "    retryAfter: response.headers.get('retry-after'),",
    "    body: received.startsWith('{') ? JSON.parse(received) : received,",
    '  }',
    '}',
    '',
  ]
}
