import { type Block, placeOf, plainBlock } from '#core/check/text/block.ts'
import { readInline } from '#core/check/text/inline-reader.ts'
import { JUDGED_FIELDS, type JudgedField } from '#core/domain/sourced-article.ts'
import { readImageTitle } from '#core/markdown/image-title.ts'
import { toSource } from '#core/markdown/source/content-map.ts'
import { type MarkdownSource, readSource, type SourceInline } from '#core/markdown/source/read-source.ts'
import { cutSentences } from '#core/newsroom/cut-sentences.ts'
import type { JudgedTexts } from '#core/newsroom/judge/judge.ts'
import { sentenceKey } from '#core/newsroom/sentence-key.ts'

/** A sentence of a text, before it is judged. */
export interface TextSentence {
  field: JudgedField
  text: string
  /** Its offset in the source of its field. */
  from: number
  to: number
  /** `line`: a heading, a caption or the like. `code`: a block of code. `rest`: the part beyond the limit. */
  kind: 'prose' | 'line' | 'code' | 'rest'
  /** Addresses that its links and pictures lead to, and raw HTML in it. */
  addresses: string[]
  html: string[]
}

/** More of a field is not read; the rest of it counts as one sentence without a source. */
const MAX_JUDGED_CHARACTERS = 200_000
/** The most sentences of a text that are stored. */
const MAX_JUDGED_SENTENCES = 5000
/** The longest sentence that can be stored. */
const MAX_SENTENCE = 20_000
/** A heading or caption with more words, or of more sentences, has to name its sources like any prose. */
const MAX_LINE_WORDS = 25
/** A credit with more words says more than the owner of a picture. */
const MAX_CREDIT_WORDS = 16

/**
 * The sentences of all texts of an article, in their order. Everything that readers can see is part of one, also code, captions and the
 * titles of links, so that nothing can be said beside the text. Pieces without a letter, digit or sign of their own are left out.
 */
export function readTexts(texts: JudgedTexts): TextSentence[] {
  const sentences: TextSentence[] = []
  for (const field of JUDGED_FIELDS) {
    const text = texts[field]
    const read = text.slice(0, MAX_JUDGED_CHARACTERS)
    if (field === 'content') addMarkdown(sentences, read)
    else addBlock(sentences, plainBlock(field, read), 'line')
    if (text.length > read.length) sentences.push(restOf(field, text, read.length))
  }
  if (sentences.length <= MAX_JUDGED_SENTENCES) return sentences
  const kept = sentences.slice(0, MAX_JUDGED_SENTENCES - 1)
  const { field, from } = sentences[kept.length] as TextSentence
  return [...kept, restOf(field, texts[field], from)]
}

/** The keys of the sentences of all texts of an article. */
export const keysOfSentences = (texts: JudgedTexts): string[] =>
  readTexts(texts).map(({ text }) => sentenceKey(text))

function restOf(field: JudgedField, text: string, from: number): TextSentence {
  return {
    field,
    text: text.slice(from, from + 200).toWellFormed(),
    from,
    to: text.length,
    kind: 'rest',
    addresses: [],
    html: [],
  }
}

function addBlock(sentences: TextSentence[], block: Block, kind: 'prose' | 'line'): TextSentence[] {
  const cut = cutSentences(block.text, 'en').filter(({ text }) => /[^\p{P}\p{Z}\s\uFFFC]/u.test(text))
  const added = cut.map(({ text, from, to }) => ({
    field: block.field as JudgedField,
    text: text.slice(0, MAX_SENTENCE),
    ...placeOf(block, from, to),
    kind,
    addresses: [],
    html: [],
  }))
  sentences.push(...added)
  return added
}

function addMarkdown(sentences: TextSentence[], markdown: string): void {
  const source = readSource(markdown)
  const lines = lineStarts(markdown)
  let isLine = false
  for (const token of source.tokens) {
    if (token.type === 'heading_open' || token.type === 'th_open') isLine = true
    else if (token.type === 'heading_close' || token.type === 'th_close') isLine = false
    else if (token.type === 'inline') addInline(sentences, source.inlineOf(token), isLine)
    else if (token.type === 'fence' || token.type === 'code_block' || token.type === 'html_block') {
      const [first = 0, last = first] = token.map ?? []
      const [from, to] = [lines[first] ?? 0, lines[last] ?? markdown.length]
      const html = token.type === 'html_block' ? [markdown.slice(from, to).trim()] : []
      addPiece(sentences, { text: markdown.slice(from, to).trim(), from, to, kind: 'code', html })
    }
  }
  addUnusedDefinitions(sentences, source)
}

function addInline(sentences: TextSentence[], inline: SourceInline, isLine: boolean): void {
  const { prose, alts, links, images } = readInline(inline, { withCode: true })
  const isShort = isLine && isShortLine(prose.text)
  const added = addBlock(sentences, prose, isShort ? 'line' : 'prose')
  const at = (place: number) =>
    added.findLast(({ from }) => from <= place) ??
    added[0] ??
    addPiece(sentences, { text: '', from: place, to: place, kind: 'line' })
  for (const alt of alts) addBlock(sentences, alt, isShortLine(alt.text) ? 'line' : 'prose')
  for (const { address, from } of links) at(from).addresses.push(address)
  for (const { address, from } of images) if (/^data:/i.test(address)) at(from).addresses.push(address)
  for (const { token, from, to } of inline.parts) {
    const place = { from: toSource(inline.map, from), to: toSource(inline.map, to) }
    if (token.type === 'html_inline' && !/^<br\s*\/?>$/i.test(token.content))
      at(place.from).html.push(token.content)
    const title = String(token.attrGet('title') ?? '')
    const { caption, credit } =
      token.type === 'image' ? readImageTitle(title) : { caption: title, credit: '' }
    const text = caption.trim()
    if (text !== '') addPiece(sentences, { text, ...place, kind: isShortLine(text) ? 'line' : 'prose' })
    if (!isShortLine(credit, MAX_CREDIT_WORDS)) addPiece(sentences, { text: credit, ...place, kind: 'prose' })
  }
}

const isShortLine = (text: string, words = MAX_LINE_WORDS) =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= words && cutSentences(text, 'en').length <= 1

function addPiece(
  sentences: TextSentence[],
  piece: Pick<TextSentence, 'text' | 'from' | 'to' | 'kind'> & { html?: string[] },
): TextSentence {
  const added: TextSentence = { field: 'content', addresses: [], html: [], ...piece }
  added.text = added.text.slice(0, MAX_SENTENCE).toWellFormed()
  sentences.push(added)
  return added
}

/** Definitions of links that no link uses: readers do not see them, programs that read the text do. */
function addUnusedDefinitions(sentences: TextSentence[], { definitions, tokens }: MarkdownSource): void {
  if (definitions.length === 0) return
  const used = new Set(
    tokens.flatMap(({ children }) =>
      (children ?? []).map((token) => String(token.attrGet('href') ?? token.attrGet('src') ?? '')),
    ),
  )
  for (const { content, map } of definitions) {
    if ([...used].some((address) => address !== '' && content.includes(address))) continue
    const from = toSource(map, 0)
    addPiece(sentences, { text: content, from, to: from + content.length, kind: 'code', html: [content] })
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ 0: end, index }) => index + end.length)]
}
