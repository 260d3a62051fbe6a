/** An ampersand that begins no reference. The parser would look for the end of its name in all that follows. */
const STRAY = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi
const CDATA = '<![CDATA['
const CDATA_END = ']]>'
/** Longer than any reference and any mark of a section. */
const MAX_MARK_LENGTH = 40

/** Writes stray ampersands of XML as references, in the parts of a stream. Older exports have them in addresses. */
export function createAmpersandRepair(): { repair: (part: string) => string; end: () => string } {
  let carried = ''
  let isInSection = false
  const repairWhole = (text: string): string => {
    const parts: string[] = []
    let at = 0
    while (at < text.length) {
      const mark = isInSection ? CDATA_END : CDATA
      const found = text.indexOf(mark, at)
      const end = found === -1 ? text.length : found + mark.length
      const part = text.slice(at, end)
      parts.push(isInSection ? part : part.replace(STRAY, '&amp;'))
      if (found !== -1) isInSection = !isInSection
      at = end
    }
    return parts.join('')
  }
  return {
    repair(part) {
      const text = carried + part
      // A mark that may continue in the next part is carried over to it.
      const from = Math.max(0, text.length - MAX_MARK_LENGTH)
      const mark = text.slice(from).search(/[&<\]]/)
      const found = mark === -1 ? text.length : from + mark
      // The mark of an end has two brackets.
      const end = text[found - 1] === ']' ? Math.max(0, found - 2) : found
      carried = text.slice(end)
      return repairWhole(text.slice(0, end))
    },
    end: () => repairWhole(carried),
  }
}
