import { readImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readAddress } from '#core/markdown/source/link-target.ts'
import type { Definition, MarkdownSource } from '#core/markdown/source/read-source.ts'
import { type CutBlock, isFigure, type PlainSegment } from '#core/translation/cut-block.ts'
import { hasLetters, type Segment } from '#core/translation/segment.ts'
import { tagPlainText } from '#core/translation/text-tag.ts'
import { tidyLines } from '#core/translation/tidy-answer.ts'

/** A definition that links or images of the text use; only the first of a label counts. */
export interface CutDefinition {
  definition: Definition
  /** True if an image uses it, so that its address is not that of a page. */
  isOfImage: boolean
  title: PlainSegment | null
}

/** The use of a label in a text: the first block, and the purpose. */
interface Use {
  first: CutBlock
  isOfImage: boolean
  isCaption: boolean
}

/** Finds the definitions whose address or title readers meet. */
export function cutDefinitions(
  source: MarkdownSource,
  blocks: CutBlock[],
): { definitions: CutDefinition[]; segments: Segment[] } {
  const uses = usesOf(blocks)
  const definitions = new Map<string, CutDefinition>()
  const segments: Segment[] = []
  for (const definition of source.definitions) {
    const { label } = definition
    const use = uses.get(label)
    if (!use || definitions.has(label)) continue
    const title = titleSegment(definition, {
      use,
      id: `ref${definitions.size + 1}.title`,
      plain: source.references[label]?.title ?? '',
    })
    if (title) segments.push(title.segment)
    definitions.set(label, { definition, isOfImage: use.isOfImage, title })
  }
  return { definitions: [...definitions.values()], segments }
}

function usesOf(blocks: CutBlock[]): Map<string, Use> {
  const uses = new Map<string, Use>()
  for (const block of blocks) {
    for (const { kind, token } of block.tagged.tags) {
      const label = token.meta?.label
      if (typeof label !== 'string' || (kind !== 'a' && kind !== 'm')) continue
      const use = uses.get(label) ?? { first: block, isOfImage: false, isCaption: false }
      if (kind === 'm') use.isOfImage = true
      if (kind === 'm' && isFigure(block)) use.isCaption = true
      uses.set(label, use)
    }
  }
  return uses
}

function titleSegment(
  definition: Definition,
  { use, id, plain }: { use: Use; id: string; plain: string },
): PlainSegment | null {
  const { title } = definitionPlaces(definition)
  const words = use.isCaption ? readImageTitle(plain).caption : plain
  const { text, tags } = tagPlainText(tidyLines(words).replaceAll('\n', ' '))
  if (!title || !hasLetters(text)) return null
  const { block, section } = use.first
  const place = { from: toSource(definition.map, title.from), to: toSource(definition.map, title.to) }
  const kind = use.isCaption ? 'caption' : 'title'
  return { segment: { id, kind, text, block: block.number, section, ...place }, tags }
}

/** The places of address and title of `[label]: address "title"` in its content. */
export function definitionPlaces({ content }: Definition) {
  let end = 1
  while (end < content.length && content[end] !== ']') end += content[end] === '\\' ? 2 : 1
  const { address, title } = readAddress(content, { from: end + 2, to: content.length })
  // If the title is invalid, its line is not part of the definition.
  return { address, title: title && content.slice(title.to + 1).trim() === '' ? title : null }
}
