import type { Found } from '#core/check/finding.ts'
import { type Block, plainBlock } from '#core/check/text/block.ts'
import { type ImageUse, readInline, type Use } from '#core/check/text/inline-reader.ts'
import { SHORT_TEXTS, SOCIAL_TEXTS, type TranslatedField } from '#core/domain/article.ts'
import type { LinkResult } from '#core/domain/article-check.ts'
import type { OptionalText } from '#core/domain/article-fields.ts'
import type { ArticleInput } from '#core/domain/article-input.ts'
import type { Category } from '#core/domain/category.ts'
import { shownFootnotes } from '#core/markdown/footnotes.ts'
import { normalLabel } from '#core/markdown/github/footnotes.ts'
import { type FootnoteDefinition, readSource } from '#core/markdown/source/read-source.ts'

interface MarkdownText {
  /** Paragraphs, headings, items and cells. */
  blocks: Block[]
  alts: Block[]
  links: Use[]
  images: ImageUse[]
  footnotes: Footnotes
}

export interface Footnotes {
  definitions: FootnoteDefinition[]
  /** The labels, normalised, of those that readers see. */
  shown: ReadonlySet<string>
  isDefined: (label: string) => boolean
}

/** The checked fields of an article. */
export type CheckInput = Pick<
  ArticleInput,
  Exclude<TranslatedField, OptionalText> | 'language' | 'hero_image' | 'slug' | 'publish_date'
> &
  Partial<Pick<ArticleInput, OptionalText>>

/** The facts about an image; null means missing. The `alt` of decoration is empty. */
export interface ImageFacts {
  alt: string | null
  credit: string | null
}

/** The facts besides the article that rules need. */
export interface CheckContext {
  /** Our public origin. */
  siteUrl: string
  /** The sections, whose pages exist in every language. */
  categories: readonly Pick<Category, 'slug'>[]
  /** The banned words of the article's language. */
  bannedWords: readonly string[]
  /** Facts by the address of the image as the article has it. An image that is missing here is not judged. */
  images: ReadonlyMap<string, ImageFacts>
  /** Results by the address of the link as the article has it. */
  links: ReadonlyMap<string, LinkResult>
}

export const NOTHING_KNOWN: CheckContext = {
  siteUrl: '',
  categories: [],
  bannedWords: [],
  images: new Map(),
  links: new Map(),
}

/** About 33,000 words; what comes after them is not checked, and a finding says so. */
export const MAX_CHECKED_CHARACTERS = 200_000
/** A limit of its own, because many short lines take longer than one long line of the same length. */
const MAX_CHECKED_LINES = 10_000

/** An article with as much of its content as is needed to check it: one character more shows that it goes on. */
export const partToCheck = <Input extends CheckInput>(input: Input): Input => ({
  ...input,
  content: input.content.slice(0, MAX_CHECKED_CHARACTERS + 1),
})

export interface CheckedArticle {
  input: CheckInput
  /** The short texts, with those of a shared link. */
  head: Block[]
  body: Block[]
  /** Head and body, and then the alternative texts of images. */
  everything: Block[]
  links: Use[]
  images: ImageUse[]
  footnotes: Footnotes
  /** The number of characters of the content that were read. */
  length: number
}

/** A rule may be a generator, so that only its first findings are computed. */
export type CheckRule = (article: CheckedArticle, context: CheckContext) => Iterable<Found>

export function readArticle(input: CheckInput): CheckedArticle {
  const head = [...SHORT_TEXTS, ...SOCIAL_TEXTS].flatMap((field) => {
    const text = (input[field] ?? '').slice(0, MAX_CHECKED_CHARACTERS)
    return text === '' ? [] : [plainBlock(field, text)]
  })
  const length = lengthToCheck(input.content)
  const { blocks, alts, ...others } = readMarkdown(input.content.slice(0, length))
  return { input, head, body: blocks, everything: [...head, ...blocks, ...alts], ...others, length }
}

export const linksOf = (input: CheckInput): string[] => readArticle(input).links.map(({ address }) => address)

/** Whole lines, unless one is longer than everything that is checked. */
function lengthToCheck(content: string): number {
  const text = content.slice(0, MAX_CHECKED_CHARACTERS)
  let end = 0
  for (let lines = 0; lines < MAX_CHECKED_LINES; lines++) {
    const next = text.indexOf('\n', end)
    if (next !== -1) end = next + 1
    else return text.length === content.length || end === 0 ? text.length : end
  }
  return end
}

/** The prose, links and images of a Markdown text, with their places in it. Code is excluded. */
function readMarkdown(markdown: string): MarkdownText {
  const source = readSource(markdown)
  const footnotes: Footnotes = {
    definitions: source.footnotes,
    shown: shownFootnotes(source.tokens),
    isDefined: (label) => source.footnoteLabels.has(normalLabel(label)),
  }
  const text: MarkdownText = { blocks: [], alts: [], links: [], images: [], footnotes }
  for (const token of source.tokens) {
    if (token.type !== 'inline') continue
    const { prose, alts, links, images } = readInline(source.inlineOf(token))
    if (prose.text !== '') text.blocks.push(prose)
    text.alts.push(...alts)
    text.links.push(...links)
    text.images.push(...images)
  }
  return text
}
