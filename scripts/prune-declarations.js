/** A statement of a bundled declaration file begins at the left edge. */
const STATEMENT = /^(?=(?:export |declare |type |interface |class |const |function ))/m
const NAME = /^(?:export )?(?:declare )?(type|interface|class|const|function|namespace) ([\w$]+)/
const WORD = /[\w$]+/g
const TYPEOF = /typeof [\w$]+/g

/**
 * Leaves out of a bundled declaration file what the requested names do not need. A name counts as needed wherever
 * it occurs, so it may keep too much, never too little.
 */
export function pruneDeclarations(text, requested) {
  const statements = text.split(STATEMENT)
  const exported = exportsOf(statements.at(-1))
  const byName = new Map()
  for (const statement of statements.slice(0, -1)) {
    const name = nameOf(statement)
    byName.set(name, (byName.get(name) ?? '') + statement)
  }
  const kept = new Set()
  const waiting = requested.flatMap((name) => {
    const local = exported.get(name)
    if (local === undefined) throw new Error(`the declarations export no ${name}`)
    return [local, `typeof ${local}`]
  })
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (kept.has(name) || !byName.has(name)) continue
    kept.add(name)
    const needing = byName.get(name)
    waiting.push(...needing.match(WORD), ...(needing.match(TYPEOF) ?? []))
  }
  const names = requested.map((name) =>
    exported.get(name) === name ? name : `${exported.get(name)} as ${name}`,
  )
  const rest = [...byName].filter(([name]) => kept.has(name)).map(([, found]) => found)
  return `${rest.join('')}export { ${names.join(', ')} };\n`
}

/** The local name of each exported one, from the list at the end of the file. */
function exportsOf(list) {
  const names = /^export \{([^}]*)\};?\s*$/.exec(list)?.[1]
  if (names === undefined) throw new Error('the declarations do not end with their exports')
  return new Map(
    names.split(',').map((item) => {
      const [local, name = local] = item
        .trim()
        .replace(/^type /, '')
        .split(' as ')
      return [name, local]
    }),
  )
}

/** A type needs a function only by `typeof`; other words like it are names of members. */
function nameOf(statement) {
  const found = NAME.exec(statement)
  if (!found) throw new Error(`a declaration without a name: ${statement.slice(0, 80)}`)
  const [, kind, name] = found
  return kind === 'function' ? `typeof ${name}` : name
}
