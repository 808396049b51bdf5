import type { OpenapiName } from '../contract/control/answer-forms.ts'

/** What the build has generated, and is loaded when it is asked for. */

export async function loadActions() {
  return (await import('../../generated/actions.mjs')).actions
}

export async function loadOpenapi(name: OpenapiName = 'all') {
  return (await import('../../generated/openapi.mjs'))[name]
}

export const textLoaders = {
  faker: () => import('../../generated/faker/faker.mjs'),
  words: {
    en: () => import('../../generated/faker/en.mjs'),
    de: () => import('../../generated/faker/de.mjs'),
    fr: () => import('../../generated/faker/fr.mjs'),
    ja: () => import('../../generated/faker/ja.mjs'),
  },
}
