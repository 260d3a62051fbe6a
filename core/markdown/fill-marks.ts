import type { Token } from 'markdown-it'
import { fillMarks, type MarkValues } from '#core/domain/page-marks.ts'

/** More than a page has. A text of nothing but marks could otherwise grow a hundredfold. */
const MAX_FILLED = 1_000

/**
 * Fills marks in what was parsed already, so that no value is ever taken for Markdown or HTML. Code stays as it is. Markdown encodes
 * braces in addresses, and what stands there for a mark is encoded too. After so many, the rest stays as it is written.
 */
export function fillTokens(tokens: readonly Token[], values: MarkValues): void {
  let filled = 0
  const fill = (text: string, by: MarkValues) =>
    fillMarks(text, by, () => {
      filled += 1
      return filled <= MAX_FILLED
    })
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'site_url' ? value : encodeURIComponent(value).replaceAll('%40', '@'),
    ]),
  ) as Record<keyof MarkValues, string>
  const fillAll = (some: readonly Token[]) => {
    for (const token of some) {
      if (token.type === 'image') fillAll(token.children ?? [])
      if (token.type === 'text') token.content = fill(token.content, values)
      for (const [name, value] of token.attrs ?? []) {
        if (typeof value !== 'string') continue
        const isAddress = name === 'href' || name === 'src'
        const text = isAddress ? value.replace(/%7B([a-z_]+)%7D/gi, '{$1}') : value
        token.attrSet(name, fill(text, isAddress ? encoded : values))
      }
    }
  }
  fillAll(tokens)
}
