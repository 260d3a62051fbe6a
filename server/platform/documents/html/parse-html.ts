import { parseHTML } from 'linkedom'
import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse, serialize, type TreeAdapter } from 'parse5'

/** A document has too many elements, or too many inside each other, to be worked on. */
export class TooComplex extends Error {
  override name = 'TooComplex'
}

/** More elements than any article has; libraries take minutes for them. */
const MAX_ELEMENTS = 60_000
const MAX_DEPTH = 200

/**
 * The document that browsers make of HTML, whatever is missing, repeated or out of place in it. linkedom, which is a fast document to work
 * on, leaves elements where the source has them, and the names of attributes in capitals; parse5 reads as the standard says.
 * @throws TooComplex
 */
export function parseHtml(source: string): Document {
  return parseHTML(serialize(parse(source, { treeAdapter: boundedAdapter() }))).document
}

function boundedAdapter(): TreeAdapter<DefaultTreeAdapterMap> {
  let [elements, depth] = [0, 0]
  return {
    ...defaultTreeAdapter,
    createElement(...element) {
      elements += 1
      if (elements > MAX_ELEMENTS) throw new TooComplex()
      return defaultTreeAdapter.createElement(...element)
    },
    onItemPush() {
      depth += 1
      if (depth > MAX_DEPTH) throw new TooComplex()
    },
    onItemPop() {
      depth -= 1
    },
  }
}
