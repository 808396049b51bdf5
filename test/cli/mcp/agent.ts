import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { BIN } from '../../support/process/built-cli.ts'

/** An agent that uses `alias-sandbox mcp` through the official client. */
export type Agent = {
  client: Client
  /** Calls a tool; returns its text. */
  call: (tool: string, args?: object) => Promise<string>
  /** Calls a tool that refuses; returns its text. */
  refused: (tool: string, args?: object) => Promise<string>
}

/** Starts it in a folder, with the command that check may run. It ends with the test. */
export async function startAgent(
  cwd: string,
  argv: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...argv],
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const ask = async (tool: string, args: object, isRefused: boolean) => {
    const result = await client.callTool({ name: tool, arguments: { ...args } })
    const [content] = result.content
    const text = content?.type === 'text' ? content.text : ''
    if ((result.isError === true) !== isRefused) throw new Error(`${tool} said: ${text}`)
    return text
  }
  return {
    client,
    call: (tool, args = {}) => ask(tool, args, false),
    refused: (tool, args = {}) => ask(tool, args, true),
  }
}
