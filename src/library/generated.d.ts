// oxlint-disable typescript/consistent-type-imports -- a pattern is declared in no module, so nothing is imported above it

/** Modules of data that the build generates. */
declare module '*/generated/package.mjs' {
  export const version: string
  export const scenarios: import('../contract/scenario/scenario.ts').NamedScenario[]
}
declare module '*/generated/actions.mjs' {
  export const actions: import('../contract/control/control-shapes.ts').ActionView[]
}
declare module '*/generated/openapi.mjs' {
  export const all: object
  export const v1: object
}
declare module '*/generated/faker/faker.mjs' {
  export const Faker: typeof import('@faker-js/faker').Faker
}
declare module '*/generated/faker/de.mjs' {
  export const words: import('@faker-js/faker').LocaleDefinition
}
declare module '*/generated/faker/en.mjs' {
  export const words: import('@faker-js/faker').LocaleDefinition
}
declare module '*/generated/faker/fr.mjs' {
  export const words: import('@faker-js/faker').LocaleDefinition
}
declare module '*/generated/faker/ja.mjs' {
  export const words: import('@faker-js/faker').LocaleDefinition
}
