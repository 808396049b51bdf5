// JSON texts that are deep, wide or long. They are concatenated, because JSON.stringify cannot handle the
// nesting that fits into a body.

const MARK = '@@here@@'

/** The sample as JSON of about `size` bytes, grown in one place in the way that `content` names. */
export function jsonOf(sample, content, size, draw) {
  if (content === 'valid') return JSON.stringify(sample)
  const grown = { deep, wide, long }[content](size, draw)
  if (draw.chance(0.15)) return grown.value
  const places = placesOf(sample)
  if (places.length === 0 || draw.chance(0.3)) {
    const member = grown.member ?? `${grown.key ?? '"unknown"'}:${grown.value}`
    const text = JSON.stringify(sample)
    return text === '{}' ? `{${member}}` : `{${member},${text.slice(1)}`
  }
  const marked = replaceAt(sample, draw.oneOf(places))
  return JSON.stringify(marked).replace(`"${MARK}"`, () => grown.value)
}

function deep(size, draw) {
  const [open, close, middle] = draw.oneOf([
    ['[', ']', ''],
    ['{"a":', '}', '0'],
    ['[{"label":', '}]', '"x"'],
    ['[1,', ']', '2'],
  ])
  const levels = Math.max(10, Math.floor(size / (open.length + close.length)))
  return { value: open.repeat(levels) + middle + close.repeat(levels) }
}

function wide(size, draw) {
  const members = (toMember) => {
    const parts = []
    for (let bytes = 0; bytes < size; bytes += parts.at(-1).length + 1)
      parts.push(toMember(parts.length))
    return parts.join()
  }
  const kind = draw.below(5)
  if (kind === 0) {
    const many = members((index) => `"k${index}":${index}`)
    return { value: `{${many}}`, member: many }
  }
  if (kind === 1) {
    const many = members(() => '"same":0')
    return { value: `{${many}}`, member: many }
  }
  const item = draw.oneOf(['{}', '0', '""', '[]', '"aaaaaaaa"', 'null', '{"id":"a"}'])
  return { value: `[${members(() => item)}]` }
}

function long(size, draw) {
  const kind = draw.below(8)
  if (kind === 0) return { value: '9'.repeat(size) }
  if (kind === 1) return { value: `0.${'3'.repeat(size)}` }
  if (kind === 2) return { value: `${' '.repeat(size)}0` }
  const unit = draw.oneOf(['a', 'é', '😀', '\\u0000', '\\"', '\\ud800', '<', '1', '-', '\\n'])
  const text = `"${unit.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(unit))))}"`
  return kind === 3 ? { value: `{${text}:0}`, key: text } : { value: text }
}

/** The paths to all values in the sample, except the sample itself. */
function placesOf(value, path = []) {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => [
    [...path, key],
    ...placesOf(child, [...path, key]),
  ])
}

function replaceAt(sample, path) {
  const copy = structuredClone(sample)
  const parent = path.slice(0, -1).reduce((value, key) => value[key], copy)
  parent[path.at(-1)] = MARK
  return copy
}
