const MOST_VALUES = 2_000
const DEEPEST = 32
/** In all contexts of the document together, which cost more than other values. */
const MOST_VALUES_OF_CONTEXTS = 300

/**
 * The object that a document of another server says, null when it says none, or has more values or levels than any honest one: processing
 * JSON-LD takes time and stack for each of them.
 */
export function parseBoundedJson(text: string): Record<string, unknown> | null {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return null
  }
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  return isObject && isBounded(document) ? (document as Record<string, unknown>) : null
}

/** Without recursion, because the depth is what is not known yet. */
function isBounded(document: unknown): boolean {
  const waiting = [{ value: document, depth: 0, isContext: false }]
  let values = 0
  let valuesOfContexts = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, isContext } = next
    values += 1
    if (isContext) valuesOfContexts += 1
    if (values > MOST_VALUES || valuesOfContexts > MOST_VALUES_OF_CONTEXTS || depth > DEEPEST) return false
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (waiting.length > MOST_VALUES) return false
      waiting.push({ value: inner, depth: depth + 1, isContext: isContext || key === '@context' })
    }
  }
  return true
}
