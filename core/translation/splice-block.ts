import { withCaption } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { escapePipes, placeContent, readContent } from '#core/translation/block-content.ts'
import type { MarkdownCut } from '#core/translation/cut-article.ts'
import { type CutBlock, placesOf, titleOf } from '#core/translation/cut-block.ts'
import { escapeText } from '#core/translation/escape-text.ts'
import { type MapAddress, mappedAddress, writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import { applyEdits, type Edit } from '#core/translation/segment.ts'
import { type Answer, type Answers, checkedAnswer, problemOf } from '#core/translation/segment-answer.ts'
import type { Tag } from '#core/translation/text-tag.ts'
import { altText, untagPlainText } from '#core/translation/text-tag.ts'
import { renumberedText } from '#core/translation/tidy-answer.ts'
import {
  type RawSource,
  WRITING_STYLES,
  type WritingStyle,
  writeInline,
} from '#core/translation/write-inline.ts'

/** The changes of a block; alternative texts, titles and addresses by their tag. */
interface Changes {
  main: Answer<Tag> | null
  alts: Map<string, string>
  titles: Map<string, string>
  addresses: Map<string, string>
}

const labelled = (label: string) => `][${label.replace(/\s+/g, ' ')}]`

/** The edits that put translations into a block; each way of writing them is read again before it is used. */
export function spliceBlock(
  cut: MarkdownCut,
  block: CutBlock,
  { answers, mapAddress }: { answers: Answers; mapAddress: MapAddress },
): Edit[] {
  const addresses = mappedAddresses(block, mapAddress)
  const changes: Changes = {
    main: block.main && checkedAnswer(block.main, block.tagged.tags, answers),
    alts: changedTexts(block.alts, answers),
    titles: changedTitles(block, answers),
    addresses,
  }
  const edits = writeChanges(cut, block, changes)
  if (edits) return edits
  const parts = [...block.alts.values(), ...block.titles.values()].map(({ segment }) => segment)
  for (const segment of [block.main, ...parts]) {
    const answer = segment && answers.translations.get(segment.id)
    if (segment && typeof answer === 'string' && answer !== segment.text)
      answers.problems.push(problemOf(segment, 'unwritable', answer))
  }
  return writeChanges(cut, block, { main: null, alts: new Map(), titles: new Map(), addresses }) ?? []
}

function changedTexts(segments: CutBlock['alts'], answers: Answers): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [tag, { segment, tags }] of segments) {
    const answer = checkedAnswer(segment, tags, answers)
    if (answer) texts.set(tag, untagPlainText(answer.nodes).replaceAll('\n', ' '))
  }
  return texts
}

/** Captions are translated, and the credits beside them stay. */
function changedTitles({ titles, tagged }: CutBlock, answers: Answers): Map<string, string> {
  const changed = changedTexts(titles, answers)
  for (const tag of tagged.tags) {
    const text = changed.get(tag.id)
    const isCaption = titles.get(tag.id)?.segment.kind === 'caption'
    if (text !== undefined && isCaption) changed.set(tag.id, withCaption(titleOf(tag), text))
  }
  return changed
}

function mappedAddresses({ inline, tagged }: CutBlock, mapAddress: MapAddress): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const tag of tagged.tags) {
    if (tag.kind !== 'a' || placesOf(inline.content, tag).target?.kind !== 'inline') continue
    const mapped = mappedAddress(tag.value, mapAddress)
    if (mapped !== tag.value) addresses.set(tag.id, mapped)
  }
  return addresses
}

/** Null when no way of writing is parsed as intended. */
function writeChanges(cut: MarkdownCut, block: CutBlock, changes: Changes): Edit[] | null {
  const { main, alts, titles, addresses } = changes
  if (!main && alts.size + titles.size + addresses.size === 0) return []
  const { inline, tagged, kind } = block
  for (const style of WRITING_STYLES) {
    const parts = partEdits(block, changes, style)
    const raw = rawSource(block, parts)
    const content = main
      ? writeInline(main.nodes, {
          raw,
          style,
          place: placeOf(block),
        })
      : applyEdits(inline.content, parts).slice(tagged.start)
    if (!isReadAs(content, cut, block, changes)) continue
    if (main) return [placeContent(content, block, cut.source.markdown)]
    return parts.map(({ from, to, text }) => ({
      from: toSource(inline.map, from),
      to: toSource(inline.map, to),
      text: kind === 'cell' ? escapePipes(text) : text,
    }))
  }
  return null
}

const placeOf = ({ kind, block }: CutBlock) => {
  if (kind === 'cell') return 'cell'
  return block.token.markup.startsWith('#') ? 'line' : 'lines'
}

/** Parses new content again, and compares it with the intended one. */
function isReadAs(content: string, cut: MarkdownCut, block: CutBlock, changes: Changes): boolean {
  const wanted = changes.main ? renumberedText(changes.main.nodes) : block.tagged
  return readContent(content, block, cut.source).some(
    ({ text, tags }) =>
      text === wanted.text &&
      tags.length === wanted.tags.length &&
      tags.every((tag, index) => {
        const source = wanted.tags[index]
        return source !== undefined && isSameTag(tag, source, changes)
      }),
  )
}

function isSameTag(tag: Tag, source: Tag, { alts, titles, addresses }: Changes): boolean {
  return (
    tag.kind === source.kind &&
    tag.value === (addresses.get(source.id) ?? source.value) &&
    titleOf(tag) === (titles.get(source.id) ?? titleOf(source)) &&
    (tag.kind !== 'm' || altText(tag.token) === (alts.get(source.id) ?? altText(source.token)))
  )
}

/** The alternative texts, titles and addresses as edits of the content. */
function partEdits({ inline, tagged }: CutBlock, changes: Changes, style: WritingStyle): Edit[] {
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
function rawSource({ inline: { content } }: CutBlock, parts: Edit[]): RawSource {
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
