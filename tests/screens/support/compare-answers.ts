/** Compares what screens depend on: the names and kinds of a value's fields. Null may be anything, and an empty list of anything. */
export function fits(shape: unknown, value: unknown, path: string): string[] {
  if (shape === null || value === null) return []
  if (Array.isArray(shape) || Array.isArray(value)) {
    if (!Array.isArray(shape) || !Array.isArray(value)) return [`${path} is a list in one of them only`]
    const [first, actual] = [shape[0], value[0]]
    return first === undefined || actual === undefined ? [] : fits(first, actual, `${path}[]`)
  }
  if (typeof shape !== typeof value)
    return [`${path} is ${typeof value}, and was recorded as ${typeof shape}`]
  if (typeof shape !== 'object') return []
  const [expected, actual] = [new Map(Object.entries(shape)), new Map(Object.entries(value as object))]
  const names = [...new Set([...expected.keys(), ...actual.keys()])]
  return names.flatMap((name) => {
    const here = `${path}.${name}`
    if (!actual.has(name)) return [`${here} is not answered`]
    if (!expected.has(name)) return [`${here} was not recorded`]
    return fits(expected.get(name), actual.get(name), here)
  })
}
