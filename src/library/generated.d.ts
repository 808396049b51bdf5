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
declare module '*/dist/page.json' {
  const shell: import('../history/page/html.ts').PageShell
  export default shell
}
declare module '*/schema/openapi.json' {
  const document: object
  export default document
}
declare module '*/schema/openapi-v1.json' {
  const document: object
  export default document
}
declare module '*/generated/texts/de.json' {
  const texts: import('../scenario/sample-texts.ts').DrawnTexts
  export default texts
}
declare module '*/generated/texts/en.json' {
  const texts: import('../scenario/sample-texts.ts').DrawnTexts
  export default texts
}
declare module '*/generated/texts/fr.json' {
  const texts: import('../scenario/sample-texts.ts').DrawnTexts
  export default texts
}
declare module '*/generated/texts/ja.json' {
  const texts: import('../scenario/sample-texts.ts').DrawnTexts
  export default texts
}
