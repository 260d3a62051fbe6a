import { toSource } from '#core/markdown/source/content-map.ts'
import { readAddress, readTarget } from '#core/markdown/source/link-target.ts'
import { readSource } from '#core/markdown/source/read-source.ts'

/** A Markdown text in which the images of one address have another one, and links keep it. Both are as pages have them. */
export function replaceImage(markdown: string, before: string, after: string): string {
  return replaceImages(markdown, (address) => (address === before ? after : null))
}

/** A Markdown text in which images have the addresses that `map` gives them; null keeps one. */
export function replaceImages(markdown: string, map: (address: string) => string | null): string {
  const source = readSource(markdown)
  const places: { from: number; to: number; after: string }[] = []
  for (const token of source.tokens) {
    if (!token.children?.some(({ type }) => type === 'image')) continue
    const { content, parts, map: contentMap } = source.inlineOf(token)
    for (const { token: image, from, to } of parts) {
      const after = image.type === 'image' ? map(String(image.attrGet('src') ?? '')) : null
      if (after === null) continue
      const target = readTarget(content, { from: from + '!['.length + image.content.length, to })
      if (target.kind !== 'inline') continue
      const { address } = target
      places.push({ from: toSource(contentMap, address.from), to: toSource(contentMap, address.to), after })
    }
  }
  const labels = source.imageLabels()
  for (const { label, content, map: contentMap } of source.definitions) {
    const after = labels.has(label) ? map(source.references[label]?.href ?? '') : null
    if (after === null) continue
    const { address } = readAddress(content, { from: content.indexOf(']:') + 2, to: content.length })
    places.push({ from: toSource(contentMap, address.from), to: toSource(contentMap, address.to), after })
  }
  const parts: string[] = []
  let end = 0
  for (const { from, to, after } of places.toSorted((a, b) => a.from - b.from)) {
    parts.push(markdown.slice(end, from), after)
    end = to
  }
  return parts.join('') + markdown.slice(end)
}
