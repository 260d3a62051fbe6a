const MOST_VALUES = 2_000
/** Each may have a type that some context gives meaning of its own. */
const MOST_OBJECTS = 250
const DEEPEST = 32
/** In all contexts of the document together, which cost more than other values. */
const MOST_VALUES_OF_CONTEXTS = 300
/** Each is processed anew. An `Update` of Fedify has 16 of them, with its proof. */
const MOST_CONTEXTS = 20
/** Within a context: one for a single term is processed for each of its values, and a base for each address. */
const REFUSED_IN_CONTEXTS = new Set(['@base', '@context', '@import'])

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

/** Works without recursion, because the depth is what is not known yet. */
function isBounded(document: unknown): boolean {
  const waiting = [{ value: document, depth: 0, isContext: false, isOfContext: false }]
  const counts = { values: 0, objects: 0, contexts: 0, ofContexts: 0 }
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth, isContext, isOfContext } = next
    counts.values += 1
    if (isOfContext) counts.ofContexts += 1
    if (isContext && !Array.isArray(value)) counts.contexts += 1
    const isComposed = typeof value === 'object' && value !== null
    if (isComposed && !Array.isArray(value)) counts.objects += 1
    if (depth > DEEPEST || exceeds(counts)) return false
    if (!isComposed) continue
    for (const [key, inner] of Object.entries(value)) {
      if (waiting.length > MOST_VALUES || (isOfContext && REFUSED_IN_CONTEXTS.has(key))) return false
      waiting.push({
        value: inner,
        depth: depth + 1,
        isContext: key === '@context' || (isContext && Array.isArray(value)),
        isOfContext: isOfContext || key === '@context',
      })
    }
  }
  return true
}

const exceeds = (counts: { values: number; objects: number; contexts: number; ofContexts: number }) =>
  counts.values > MOST_VALUES ||
  counts.objects > MOST_OBJECTS ||
  counts.contexts > MOST_CONTEXTS ||
  counts.ofContexts > MOST_VALUES_OF_CONTEXTS
