import type { Token } from 'markdown-it'
import { readImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readTarget } from '#core/markdown/source/link-target.ts'
import type { SourceInline } from '#core/markdown/source/read-source.ts'
import {
  hasLetters,
  MAX_SEGMENT_CHARACTERS,
  MAX_SEGMENT_TAGS,
  type Segment,
  type SegmentKind,
} from '#core/translation/segment.ts'
import type { SourceBlock } from '#core/translation/source-blocks.ts'
import { readTagged } from '#core/translation/tagged-text.ts'
import type { Tag, TaggedText, TextTag } from '#core/translation/text-tag.ts'
import { altText, tagPlainText } from '#core/translation/text-tag.ts'
import { tidyLines } from '#core/translation/tidy-answer.ts'

/** The content of a block with its segments. */
export interface CutBlock {
  block: SourceBlock
  kind: SegmentKind
  section: string
  inline: SourceInline
  tagged: TaggedText
  /** Its own text; null when it has no letter. */
  main: Segment | null
  /** Alternative texts and titles by the tag of their image or link. */
  alts: Map<string, PlainSegment>
  titles: Map<string, PlainSegment>
}

/** A segment that is plain text, with its tags. */
export interface PlainSegment {
  segment: Segment
  tags: TextTag[]
}

/** Cuts a block, or a cell of a row. Nothing is returned for one that is too long. */
export function cutBlock(
  inline: SourceInline,
  {
    id,
    kind,
    block,
    section,
  }: { token: Token; id: string; kind: SegmentKind; block: SourceBlock; section: string },
): { cut: CutBlock | null; segments: Segment[] } {
  const { map, content } = inline
  const segments: Segment[] = []
  const tagged = readTagged(inline)
  if (content.length > MAX_SEGMENT_CHARACTERS || tagged.tags.length > MAX_SEGMENT_TAGS)
    return { cut: null, segments }

  const add = (own: Pick<Segment, 'id' | 'kind' | 'text' | 'from' | 'to'>): Segment | null => {
    if (!hasLetters(own.text)) return null
    const place = { from: toSource(map, own.from), to: toSource(map, own.to) }
    const segment = { ...own, ...place, block: block.number, section }
    segments.push(segment)
    return segment
  }
  const addPlain = (
    plain: string,
    own: Pick<Segment, 'id' | 'kind' | 'from' | 'to'>,
  ): PlainSegment | null => {
    const { text, tags } = tagPlainText(tidyLines(plain).replaceAll('\n', ' '))
    const segment = add({ ...own, text })
    return segment && { segment, tags }
  }

  const main = add({ id, kind, text: tagged.text, from: tagged.start, to: content.length })
  const cut: CutBlock = {
    block,
    kind,
    section,
    inline,
    tagged,
    main,
    alts: new Map(),
    titles: new Map(),
  }
  for (const tag of tagged.tags) {
    const { alt, title } = placesOf(content, tag)
    const own = `${id}.${tag.id}`
    const altSegment = alt && addPlain(altText(tag.token), { id: `${own}.alt`, kind: 'alt', ...alt })
    if (altSegment) cut.alts.set(tag.id, altSegment)
    const titleKind = isFigure(cut) ? 'caption' : 'title'
    const titleSegment =
      title &&
      addPlain(titleKind === 'caption' ? readImageTitle(titleOf(tag)).caption : titleOf(tag), {
        id: `${own}.title`,
        kind: titleKind,
        from: title.from,
        to: title.to,
      })
    if (titleSegment) cut.titles.set(tag.id, titleSegment)
  }
  return { cut, segments }
}

/** The places of the visible texts of an image or a link, and of its address. */
export function placesOf(content: string, { kind, opening, closing, token }: Tag) {
  if (kind === 'm') {
    const alt = { from: opening.from + 2, to: opening.from + 2 + token.content.length }
    const target = readTarget(content, { from: alt.to, to: opening.to })
    return { alt, target, title: target.kind === 'inline' ? target.title : null }
  }
  if (kind !== 'a' || !closing) return { alt: null, target: null, title: null }
  const target = readTarget(content, closing)
  return { alt: null, target, title: target.kind === 'inline' ? target.title : null }
}

export const titleOf = ({ token }: Tag) => String(token.attrGet('title') ?? '')

/** Returns true if the block is an image whose title is shown below it, as `makeFigures` decides. */
export const isFigure = ({ block, tagged }: Pick<CutBlock, 'block' | 'tagged'>) =>
  block.type === 'paragraph' && !block.isTight && tagged.text === '<m1/>'
