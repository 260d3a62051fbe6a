import { toSource } from '#core/markdown/source/content-map.ts'
import { readAddress, readTarget } from '#core/markdown/source/link-target.ts'
import { readSource } from '#core/markdown/source/read-source.ts'

/** A Markdown text in which the images of one address have another one, and links keep it. Both are as pages have them. */
export function replaceImage(markdown: string, before: string, after: string): string {
  const source = readSource(markdown)
  const places: { from: number; to: number }[] = []
  for (const token of source.tokens) {
    if (!token.children?.some(({ type }) => type === 'image')) continue
    const { content, parts, map } = source.inlineOf(token)
    for (const { token: image, from, to } of parts) {
      if (image.type !== 'image' || image.attrGet('src') !== before) continue
      const target = readTarget(content, { from: from + '!['.length + image.content.length, to })
      if (target.kind !== 'inline') continue
      places.push({ from: toSource(map, target.address.from), to: toSource(map, target.address.to) })
    }
  }
  const labels = source.imageLabels()
  for (const { label, content, map } of source.definitions) {
    if (!labels.has(label) || source.references[label]?.href !== before) continue
    const { address } = readAddress(content, { from: content.indexOf(']:') + 2, to: content.length })
    places.push({ from: toSource(map, address.from), to: toSource(map, address.to) })
  }
  let replaced = markdown
  for (const { from, to } of places.toSorted((a, b) => b.from - a.from))
    replaced = replaced.slice(0, from) + after + replaced.slice(to)
  return replaced
}
