import type { OpenapiName } from '../contract/control/answer-forms.ts'

/** The data that the build has generated, loaded when it is asked for. */

export async function loadActions() {
  return (await import('../../generated/actions.json', { with: { type: 'json' } })).default
}

const documents = {
  all: () => import('../../schema/openapi.json', { with: { type: 'json' } }),
  v1: () => import('../../schema/openapi-v1.json', { with: { type: 'json' } }),
}

export async function loadOpenapi(name: OpenapiName = 'all') {
  return (await documents[name]()).default
}

export async function loadPageShell() {
  return (await import('../../dist/page.json', { with: { type: 'json' } })).default
}

export const textLoaders = {
  en: () => import('../../generated/texts/en.json', { with: { type: 'json' } }),
  de: () => import('../../generated/texts/de.json', { with: { type: 'json' } }),
  fr: () => import('../../generated/texts/fr.json', { with: { type: 'json' } }),
  ja: () => import('../../generated/texts/ja.json', { with: { type: 'json' } }),
}
