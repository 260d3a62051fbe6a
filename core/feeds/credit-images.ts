import { readImageTitle, writeImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readTarget } from '#core/markdown/source/link-target.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { writeTitle } from '#core/translation/link-writing.ts'
import { applyEdits, type Edit } from '#core/translation/segment.ts'

/** A Markdown text in which images without a credit have the one that `creditOf` returns for their address; empty for none. */
export function creditImages(markdown: string, creditOf: (address: string) => string): string {
  const source = readSource(markdown)
  const edits: Edit[] = []
  for (const token of source.tokens) {
    if (!token.children?.some(({ type }) => type === 'image')) continue
    const { content, parts, map } = source.inlineOf(token)
    for (const { token: image, from, to } of parts) {
      const known = image.type === 'image' ? creditOf(String(image.attrGet('src') ?? '')) : ''
      const title = readImageTitle(String(image.attrGet('title') ?? ''))
      if (known === '' || title.credit !== '') continue
      const target = readTarget(content, { from: from + '!['.length + image.content.length, to })
      // A definition may belong to several images, so its title stays.
      if (target.kind !== 'inline') continue
      const written = writeImageTitle({ ...title, credit: known })
      const quote = target.title?.quote ?? '"'
      const place = target.title ?? { from: target.address.to, to: target.address.to }
      const text = writeTitle(written, quote)
      edits.push({
        from: toSource(map, place.from),
        to: toSource(map, place.to),
        text: target.title ? text : ` "${text}"`,
      })
    }
  }
  return applyEdits(markdown, edits)
}
