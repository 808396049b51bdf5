// oxlint-disable typescript/consistent-type-imports -- a pattern is declared in no module, so nothing is imported above it

/** Data that the build generates. */
declare module '*/generated/facts.json' {
  const facts: {
    version: string
    scenarios: import('../contract/scenario/scenario.ts').NamedScenario[]
  }
  export default facts
}
declare module '*/generated/actions.json' {
  const actions: import('../contract/control/control-shapes.ts').ActionView[]
  export default actions
}
declare module '*/schema/openapi.json' {
  const document: object
  export default document
}
declare module '*/schema/openapi-v1.json' {
  const document: object
  export default document
}
declare module '*/generated/faker/faker.mjs' {
  export const Faker: typeof import('@faker-js/faker').Faker
}
declare module '*/generated/faker/de.json' {
  const words: import('@faker-js/faker').LocaleDefinition
  export default words
}
declare module '*/generated/faker/en.json' {
  const words: import('@faker-js/faker').LocaleDefinition
  export default words
}
declare module '*/generated/faker/fr.json' {
  const words: import('@faker-js/faker').LocaleDefinition
  export default words
}
declare module '*/generated/faker/ja.json' {
  const words: import('@faker-js/faker').LocaleDefinition
  export default words
}
