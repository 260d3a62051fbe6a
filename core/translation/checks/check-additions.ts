import { WRITTEN_ADDRESS } from '#core/check/text/addresses.ts'
import { nameCharacter } from '#core/translation/invisible-characters.ts'
import type { Problem } from '#core/translation/problem.ts'

/** The longest part of an addition, in characters. */
const QUOTE = 80

const ADDRESS = new RegExp(WRITTEN_ADDRESS, 'giu')
const HTML = /<[/!?]?[a-z][^<>]{0,200}>|<!--|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/giu
/** Markup at its place in a line, or around text. */
const MARKDOWN = [
  /^[ ]{0,3}#{1,6}[ \t]/gmu,
  /^[ ]{0,3}(?:`{3,}|~{3,})/gmu,
  /^[ ]{0,3}[-*+][ \t]/gmu,
  /^[ ]{0,3}>/gmu,
  /`+/gu,
  /\*\*|__/gu,
  /!?\[[^[\]\n]{0,200}\]\(/gu,
  /^[ ]{0,3}(?:-{3,}|\*{3,}|={3,})[ \t]*$/gmu,
]
const PLACEHOLDER = /\{\{[^{}\n]{0,100}\}\}/gu
/** Invisible characters, and those that reverse text; line breaks and tabs are handled when an answer is tidied. */
const CONTROL = /[\p{Cs}\p{Co}\p{Cn}\u{e0000}-\u{e007f}]|(?![\n\t])[\p{Cc}\p{Cf}]/gu

/** Finds what a translation has and its source has not, though no translator writes it: addresses, HTML, Markdown, control characters. */
export function checkAdditions(source: string, target: string): Problem[] {
  const problems: Problem[] = []
  const placeholders = surplus(PLACEHOLDER, source, target)
  if (placeholders) problems.push({ code: 'placeholder_added', what: placeholders })
  const lost = surplus(PLACEHOLDER, target, source)
  if (lost) problems.push({ code: 'placeholder_missing', source: lost })
  const address = surplus(ADDRESS, source, target)
  if (address) problems.push({ code: 'address_added', what: address })
  const html = surplus(HTML, source, target)
  if (html) problems.push({ code: 'html_added', what: html })
  const markdown = MARKDOWN.map((pattern) => surplus(pattern, source, target, { anyText: true })).find(
    Boolean,
  )
  if (markdown) problems.push({ code: 'markdown_added', target: markdown.trim() })
  const control = surplus(CONTROL, source, target)
  if (control) problems.push({ code: 'control_character_added', target: nameCharacter(control) })
  return problems
}

/** The first match in `other` that `one` has less often. With `anyText` only the number of matches counts, not their text. */
function surplus(pattern: RegExp, one: string, other: string, { anyText = false } = {}): string | null {
  const counts = new Map<string, number>()
  const key = (text: string) => (anyText ? '' : text.replace(/[.,;:!?)\]]+$/u, ''))
  for (const [text] of one.matchAll(pattern)) counts.set(key(text), (counts.get(key(text)) ?? 0) + 1)
  for (const [text] of other.matchAll(pattern)) {
    const left = counts.get(key(text)) ?? 0
    if (left === 0) return text.slice(0, QUOTE)
    counts.set(key(text), left - 1)
  }
  return null
}
