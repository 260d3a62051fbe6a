import { type CutBlock, placesOf } from '#core/translation/cut-block.ts'
import { applyEdits, type Edit } from '#core/translation/edit.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import type { Answer } from '#core/translation/segment-answer.ts'
import type { Tag } from '#core/translation/text-tag.ts'
import type { RawSource, WritingStyle } from '#core/translation/write-inline.ts'

/** What changes in a block; alternative texts, titles and addresses by their tag. */
export interface Changes {
  main: Answer<Tag> | null
  alts: Map<string, string>
  titles: Map<string, string>
  addresses: Map<string, string>
}

/** The alternative texts, titles and addresses as edits of the content. */
export function partEdits({ inline, tagged }: CutBlock, changes: Changes, style: WritingStyle): Edit[] {
  const edits: Edit[] = []
  for (const tag of tagged.tags) {
    const [alt, title] = [changes.alts.get(tag.id), changes.titles.get(tag.id)]
    const address = changes.addresses.get(tag.id)
    if (alt === undefined && title === undefined && address === undefined) continue
    const places = placesOf(inline.content, tag)
    if (alt !== undefined && places.alt) {
      const text = escapeText(alt, {
        escaping: style.escaping,
        startsLine: false,
        endsLine: false,
        isBlock: false,
      })
      edits.push({ ...places.alt, text })
      // An image whose label is its alternative text gets the label apart from it.
      if (places.target.kind === 'shortcut' || places.target.kind === 'collapsed')
        edits.push({ from: places.alt.to, to: tag.opening.to, text: labelled(tag.token.content) })
    }
    if (places.target?.kind !== 'inline') continue
    if (address !== undefined) edits.push({ ...places.target.address, text: writeAddress(address) })
    if (title !== undefined && places.target.title) {
      const { from, to, quote } = places.target.title
      edits.push({ from, to, text: writeTitle(title, quote) })
    }
  }
  return edits
}

/** The source of each tag, with those edits. */
export function rawSource({ inline: { content } }: CutBlock, parts: Edit[]): RawSource {
  const rawOf = ({ from, to }: { from: number; to: number }) => {
    const edits = parts.filter((edit) => edit.from >= from && edit.to <= to)
    const moved = edits.map((edit) => ({ ...edit, from: edit.from - from, to: edit.to - from }))
    return applyEdits(content.slice(from, to), moved)
  }
  return {
    whole: ({ opening }) => rawOf(opening),
    opening: ({ opening }) => rawOf(opening),
    closing: ({ opening, closing }, text) => {
      if (!closing) return ''
      const tail = rawOf(closing)
      const label = content.slice(opening.to, closing.from)
      return text !== label && (tail === ']' || tail === '][]') ? labelled(label) : tail
    },
  }
}

const labelled = (label: string) => `][${label.replace(/\s+/g, ' ')}]`
