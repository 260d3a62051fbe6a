const MOST_VALUES = 5_000
const DEEPEST = 32
/** Of a context inside the document, which costs more than other values. */
const MOST_VALUES_OF_CONTEXT = 300

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
  return isObject && isBounded(document, MOST_VALUES) ? (document as Record<string, unknown>) : null
}

/** Without recursion, because the depth is what is not known yet. */
function isBounded(document: unknown, most: number): boolean {
  const waiting = [{ value: document, depth: 0 }]
  let values = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    values += 1
    if (values > most || depth > DEEPEST) return false
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@context' && !isBounded(inner, Math.min(most, MOST_VALUES_OF_CONTEXT))) return false
      waiting.push({ value: inner, depth: depth + 1 })
      if (waiting.length > most) return false
    }
  }
  return true
}
