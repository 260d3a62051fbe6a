interface TextPart {
  text: string
  /** Set where the text is a web address. */
  href?: string
}

/** Splits plain text into web addresses (http and https only) and the text between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\bhttps?:\/\/[^\s<>"]+/gi)) {
    const address = withoutSentenceEnd(match[0])
    if (!URL.canParse(address)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: address, href: address })
    end = match.index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** 'https://example.org/a).' in a sentence means 'https://example.org/a', but 'https://example.org/a_(b)' means itself. */
function withoutSentenceEnd(address: string): string {
  const trimmed = address.replace(/[.,;:!?'*_]+$/, '')
  const unopened = trimmed.endsWith(')') && count(trimmed, ')') > count(trimmed, '(')
  if (unopened) return withoutSentenceEnd(trimmed.slice(0, -1))
  return trimmed
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/** The first address in a text that leads to the desk; null when there is none. */
export function findDeskLink(text: string): string | null {
  const found = splitLinks(text).find(({ href }) => href && new URL(href).pathname.startsWith('/admin/'))
  return found?.href ?? null
}
