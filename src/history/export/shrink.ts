/**
 * Tries to leave out what is in `items`, large parts first, as long as `holds` says that the rest is
 * enough. Returns the rest.
 */
export async function shrink<Item>(
  items: readonly Item[],
  holds: (rest: readonly Item[]) => boolean | Promise<boolean>,
): Promise<readonly Item[]> {
  let rest = items
  for (let size = rest.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = Math.floor((rest.length - 1) / size) * size; at >= 0; at -= size) {
      const fewer = [...rest.slice(0, at), ...rest.slice(at + size)]
      if (fewer.length < rest.length && (await holds(fewer))) rest = fewer
    }
  }
  return rest
}
