import { withCaption } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { type KnownSource, readSource } from '#core/markdown/source/read-source.ts'
import type { AnswerNode } from '#core/translation/answer-nodes.ts'
import type { MarkdownCut } from '#core/translation/cut-article.ts'
import { type CutBlock, placesOf, titleOf } from '#core/translation/cut-block.ts'
import { asReference, type Escaping, escapeText } from '#core/translation/escape-text.ts'
import { type MapAddress, mappedAddress, writeAddress, writeTitle } from '#core/translation/link-writing.ts'
import { applyEdits, type Edit } from '#core/translation/segment.ts'
import { type Answer, type Answers, checkedAnswer, problemOf } from '#core/translation/segment-answer.ts'
import { readTagged } from '#core/translation/tagged-text.ts'
import { altText, type Tag, type TaggedText, untagPlainText } from '#core/translation/text-tag.ts'
import { renumberedText } from '#core/translation/tidy-answer.ts'

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

/** The tokens of each kind of block when it is alone in a text. */
const TOKENS = new Map([
  ['paragraph', 'paragraph_open inline paragraph_close'],
  ['heading', 'heading_open inline heading_close'],
  [
    'item',
    'bullet_list_open list_item_open paragraph_open inline paragraph_close list_item_close bullet_list_close',
  ],
  ['cell', 'table_open thead_open tr_open th_open inline th_close tr_close thead_close table_close'],
])

/**
 * Parses text that is to become the content of a block. Nothing is returned when it would be another block, or several. Lines that go on
 * without the marker of their quote are read in another way, so there may be two answers.
 */
function readContent(
  content: string,
  { kind, block, inline, tagged }: CutBlock,
  known: KnownSource,
): TaggedText[] {
  const whole = inline.content.slice(0, tagged.start) + content
  const types = TOKENS.get(kind) ?? ''
  const readings = [[alone(whole, kind, block.token.markup), types]]
  if (whole.includes('\n') && kind !== 'cell') {
    const marker = kind === 'item' ? '> - ' : '> '
    readings.push([marker + whole, `blockquote_open ${types} blockquote_close`])
  }
  return readings.flatMap(([markdown = '', expected]) => {
    const source = readSource(markdown, known)
    if (source.tokens.map(({ type }) => type).join(' ') !== expected) return []
    const token = source.tokens.find(({ type }) => type === 'inline')
    return token && token.content !== '' ? [readTagged(source.inlineOf(token))] : []
  })
}

function alone(content: string, kind: string, markup: string): string {
  if (kind === 'item') return `- ${content.replaceAll('\n', '\n  ')}`
  if (kind === 'cell') return `| ${escapePipes(content)} |\n|-|`
  if (kind !== 'heading') return content
  return markup.startsWith('#') ? `# ${content}` : `${content}\n${markup.repeat(3)}`
}

const escapePipes = (content: string) => content.replaceAll('|', '\\|')

/** Puts new content into the place of the old, in lines that begin as those of the old do, in quotes and lists. */
function placeContent(content: string, { kind, inline, tagged }: CutBlock, markdown: string): Edit {
  const place = {
    from: toSource(inline.map, tagged.start),
    to: toSource(inline.map, inline.content.length),
  }
  // A backslash would take the border of the cell along.
  if (kind === 'cell') return { ...place, text: escapePipes(content).replace(/\\$/, '\\ ') }
  const lines = content.split('\n')
  if (lines.length === 1) return { ...place, text: content }
  const [first = '', ...others] = lines
  const starts = inline.map.source
  // Inside code, indentation counts, and the line on which it will be is not known here.
  const keepsIndentation = !tagged.tags.some(({ opening: { from, to } }) =>
    /\n\s*\S/.test(inline.content.slice(from, to)),
  )
  const text = others.map((line, index) => {
    const { lineEnd, prefix, container } = lineStart(inline, markdown, Math.min(index + 1, starts.length - 1))
    return lineEnd + (keepsIndentation && !/^[ \t]/.test(line) ? prefix : container) + line
  })
  return { ...place, text: first + text.join('') }
}

/** The text between two lines of a block: the line's end, the markers of containers, and indentation of the text. */
function lineStart({ content, map }: CutBlock['inline'], markdown: string, line: number) {
  const end = map.source[line] ?? 0
  let start = end
  while (start > 0 && !/[\r\n]/.test(markdown.charAt(start - 1))) start--
  const lineEnd = markdown.startsWith('\r\n', start - 2) ? '\r\n' : markdown.charAt(start - 1)
  const prefix = markdown.slice(start, end)
  const offset = map.at[line] ?? 0
  const indentation = content.slice(content.lastIndexOf('\n', offset - 1) + 1, offset)
  const container = prefix.endsWith(indentation)
    ? prefix.slice(0, prefix.length - indentation.length)
    : prefix
  return { lineEnd, prefix, container }
}

/** A way to write a text. They are tried one after the other until one is read as it is meant. */
interface WritingStyle {
  escaping: Escaping
  /** The marks of the source, only asterisks, or alternating marks. */
  marks: 'source' | 'asterisks' | 'turns'
  /** Letters beside emphasis are written as references where emphasis would not be recognised. */
  references: boolean
  /** Bare addresses are put in angle brackets, so that what follows is not read as part of them. */
  angles: boolean
}

const WRITING_STYLES: WritingStyle[] = [
  { escaping: 'lines', marks: 'source', references: false, angles: false },
  { escaping: 'likely', marks: 'source', references: false, angles: false },
  { escaping: 'likely', marks: 'asterisks', references: false, angles: true },
  { escaping: 'likely', marks: 'turns', references: false, angles: true },
  { escaping: 'likely', marks: 'asterisks', references: true, angles: true },
  { escaping: 'all', marks: 'turns', references: true, angles: true },
]

/** Blocks may begin in the lines of a paragraph, and the spaces around a cell are not part of it. */
type WritingPlace = 'lines' | 'line' | 'cell'

/** Writes the raw source of a tag: of all of it, or of its beginning and end. */
interface RawSource {
  whole: (tag: Tag) => string
  opening: (tag: Tag) => string
  closing: (tag: Tag, text: string) => string
}

/** The addresses that can be written between angle brackets. */
const BARE_ADDRESS = /^(?:https?:\/\/[^\s<>]+|[^\s<>:]+@[^\s<>:]+)$/i
const LETTER_AT_END = /[\p{L}\p{N}]$/u
const LETTER_AT_START = /^[\p{L}\p{N}]/u
const PUNCTUATION_AT_START = /^[\p{P}\p{S}]/u
const PUNCTUATION_AT_END = /[\p{P}\p{S}]$/u

/** Writes a tree as the content of a block. */
function writeInline(
  nodes: AnswerNode[],
  { raw, style, place }: { raw: RawSource; style: WritingStyle; place: WritingPlace },
): string {
  const isBlock = place === 'lines'
  let out = ''
  /** True if the last character is a letter of the text, which may be written in another way. */
  let endsWithText = false
  let refersNext = false

  const addText = (text: string, endsLine: boolean) => {
    if (text === '') return
    const startsLine = out === '' || out.endsWith('\n')
    let written = escapeText(text, { escaping: style.escaping, startsLine, endsLine, isBlock })
    if (refersNext && LETTER_AT_START.test(written)) {
      const [first = ''] = written
      written = asReference(first) + written.slice(first.length)
    }
    refersNext = false
    out += written
    endsWithText = true
  }
  const addRaw = (text: string) => {
    out += text
    endsWithText = false
    refersNext = false
  }
  const addWhole = (tag: Tag) => {
    const source = raw.whole(tag)
    // Far from the margin, HTML begins no block.
    const needsMargin = tag.kind === 'h' && isBlock && style.escaping !== 'lines' && out.endsWith('\n')
    if (tag.kind === 'u' && style.angles && BARE_ADDRESS.test(source)) addRaw(`<${source}>`)
    else addRaw(needsMargin ? `    ${source}` : source)
  }
  const addMarked = (tag: Tag, children: AnswerNode[], parentMark: string) => {
    const mark = markOf(tag, parentMark)
    const [before, canChange] = [out, endsWithText]
    addRaw(mark)
    for (const child of children) add(child, mark)
    const inner = out.slice(before.length + mark.length)
    const refers = style.references && tag.kind !== 's'
    if (refers && canChange && PUNCTUATION_AT_START.test(inner)) out = referToLast(before) + mark + inner
    addRaw(mark)
    refersNext = refers && PUNCTUATION_AT_END.test(inner.slice(-2))
  }
  const markOf = (tag: Tag, parentMark: string): string => {
    if (tag.kind === 's' || style.marks === 'source') return raw.opening(tag)
    const isTaken = parentMark.startsWith('*') || out.endsWith('*')
    const character = style.marks === 'turns' && isTaken ? '_' : '*'
    return character.repeat(tag.kind === 'b' ? 2 : 1)
  }
  const add = (node: AnswerNode, parentMark: string) => {
    if (typeof node === 'string') addText(node, false)
    else if (!node.tag.closing) addWhole(node.tag)
    else if (node.tag.kind === 'a') {
      addRaw(raw.opening(node.tag))
      const start = out.length
      for (const child of node.children) add(child, '')
      addRaw(raw.closing(node.tag, out.slice(start)))
    } else addMarked(node.tag, node.children, parentMark)
  }
  for (const [index, node] of nodes.entries()) {
    const next = nodes[index + 1]
    if (typeof node !== 'string') add(node, '')
    else addText(node, next === undefined || (typeof next !== 'string' && next.tag.kind === 'n'))
  }
  return place === 'cell' ? keepSpaces(out) : out
}

/** A cell loses the spaces at its borders, of whatever kind. */
function keepSpaces(text: string): string {
  const start = text.length - text.trimStart().length
  const end = text.trimEnd().length
  if (start >= end) return text
  const written = (spaces: string) => Array.from(spaces, asReference).join('')
  return written(text.slice(0, start)) + text.slice(start, end) + written(text.slice(end))
}

function referToLast(text: string): string {
  const last = [...text.slice(-2)].at(-1) ?? ''
  if (!LETTER_AT_END.test(last)) return text
  return text.slice(0, -last.length) + asReference(last)
}
