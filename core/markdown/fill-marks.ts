import type { Token } from 'markdown-it'
import { fillMarks, type MarkValues } from '#core/domain/page-marks.ts'

/**
 * Fills marks in what was parsed already, so that no value is ever taken for Markdown or HTML. Code stays as it is. Markdown encodes
 * braces in addresses, and what stands there for a mark is encoded too.
 */
export function fillTokens(tokens: readonly Token[], values: MarkValues): void {
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'site_url' ? value : encodeURIComponent(value).replaceAll('%40', '@'),
    ]),
  ) as Record<keyof MarkValues, string>
  for (const token of tokens) {
    if (token.type === 'image') fillTokens(token.children ?? [], values)
    if (token.type === 'text') token.content = fillMarks(token.content, values)
    for (const [name, value] of token.attrs ?? []) {
      if (typeof value !== 'string') continue
      const isAddress = name === 'href' || name === 'src'
      const filled = isAddress
        ? fillMarks(value.replace(/%7B([a-z_]+)%7D/gi, '{$1}'), encoded)
        : fillMarks(value, values)
      token.attrSet(name, filled)
    }
  }
}
