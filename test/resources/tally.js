// The results of a run by mode and shape, and a table of them.
export function makeTally() {
  const groups = new Map()
  const total = empty('all', '')

  return {
    total,
    /** Adds a number of inputs that `sandbox` received, and whether they failed. */
    add(mode, shape, inputs, hasFailed, sandbox) {
      const name = `${mode} ${shape}`
      if (!groups.has(name)) groups.set(name, empty(mode, shape))
      for (const group of [groups.get(name), total]) {
        group.inputs += inputs
        group.failures += hasFailed ? 1 : 0
        group.slowest = Math.max(group.slowest, sandbox.slowest ?? 0)
        group.meanwhile = Math.max(group.meanwhile, sandbox.slowestMeanwhile ?? 0)
      }
    },
    /** A Markdown table for docs/development/how-it-is-tested.md. */
    toTable() {
      const head = ['mode', 'shape', 'inputs', 'failed', 'next good call', 'a good call meanwhile']
      const lines = [...groups.values(), total].map((group) => [
        group.mode,
        group.shape,
        group.inputs.toLocaleString('en-US'),
        group.failures,
        `${Math.round(group.slowest)} ms`,
        `${Math.round(group.meanwhile)} ms`,
      ])
      const rule = head.map(() => '---')
      return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
    },
  }
}

function empty(mode, shape) {
  return { mode, shape, inputs: 0, failures: 0, slowest: 0, meanwhile: 0 }
}
