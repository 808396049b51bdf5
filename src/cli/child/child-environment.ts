import { resolve } from 'node:path'
import type { Context } from '../args/context.ts'
import type { Values } from '../args/tables/options.ts'
import { usageError } from '../output/failure.ts'
import { invalidValue, invalidWord } from '../output/wrong-value.ts'
import type { Environment } from '../output/io.ts'

type SandboxAddress = { url: string; key: string; smtpUrl?: string | undefined }

/** The options that change a command's environment. Only `exec` has a control token. */
type ChildContext = Pick<Context, 'env'> & {
  readonly options: Values<'env'> & Partial<Values<'control-token-file'>>
}

/** The environment of a command whose sandbox listens at this URL. */
export type ToEnvironment = (known: SandboxAddress) => Environment

/**
 * Checks --env before anything starts, and returns a function that builds the command's environment.
 * @param judge what judges the requests to this sandbox, and would miss those to another one
 * @throws Failure
 */
export function readChildEnvironment(
  { env, options }: ChildContext,
  judge: string | undefined,
): ToEnvironment {
  const templates = options.env.map(readTemplate)
  const tokenFile = options['control-token-file']
  return (known) => ({
    ...env,
    // With it, a `node --test` inside a test of node:test would run nothing.
    NODE_TEST_CONTEXT: undefined,
    ALIAS_SANDBOX_URL: known.url,
    ALIAS_SANDBOX_API_KEY: known.key,
    ALIAS_SANDBOX_JUDGED_BY: judge,
    ...(known.smtpUrl !== undefined && { ALIAS_SANDBOX_SMTP_URL: known.smtpUrl }),
    ...withoutProxy(env, known.url),
    // So that `alias-sandbox trigger` works inside the command.
    ...(tokenFile !== undefined && { ALIAS_SANDBOX_CONTROL_TOKEN_FILE: resolve(tokenFile) }),
    ...Object.fromEntries(templates.map(({ name, fill }) => [name, fill(known)])),
  })
}

/** Excludes the sandbox from HTTP_PROXY: a proxy could not reach it. */
function withoutProxy(env: Environment, url: string): Environment {
  // Programs read one of the two spellings, and some prefer it even if it is empty.
  const { NO_PROXY: upper, no_proxy: lower } = env
  const hosts = ['127.0.0.1', 'localhost', '::1', new URL(url).hostname.replace(/^\[|\]$/g, '')]
  return {
    NO_PROXY: addHosts(upper || lower, hosts),
    no_proxy: addHosts(lower || upper, hosts),
  }
}

function addHosts(list: string | undefined, hosts: readonly string[]): string {
  const listed = (list ?? '').split(/[\s,]+/).filter((host) => host !== '')
  return listed.includes('*') ? '*' : [...new Set([...listed, ...hosts])].join(',')
}

function readTemplate(text: string): { name: string; fill: (known: SandboxAddress) => string } {
  const [, name, template] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? []
  if (name === undefined || template === undefined) {
    throw usageError(invalidValue(text, '--env', 'NAME=text, such as API_URL={url}'))
  }
  for (const [placeholder] of template.matchAll(/\{[a-z_]+\}/g)) {
    if (placeholder !== '{url}' && placeholder !== '{key}') {
      throw usageError(invalidWord(placeholder, `--env ${name}`, ['{url}', '{key}']))
    }
  }
  const fill = ({ url, key }: SandboxAddress) =>
    template.replaceAll('{url}', () => url).replaceAll('{key}', () => key)
  return { name, fill }
}
