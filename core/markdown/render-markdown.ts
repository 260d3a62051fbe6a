import type { Token } from 'markdown-it'
import { fillMarks, type MarkValues } from '#core/domain/page-marks.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { findCodeLanguage } from '#core/markdown/code/code-languages.ts'
import { highlightCode, MAX_CODE_LENGTH } from '#core/markdown/code/highlight-code.ts'
import { linkFootnotes } from '#core/markdown/footnotes.ts'
import { addHeadings, type Heading } from '#core/markdown/headings.ts'
import {
  type HtmlBlock,
  safeBlocks,
  safeHtml,
  type TokenBlock,
  tokenBlocks,
} from '#core/markdown/safe-html.ts'
import {
  addPictures,
  addPictureWords,
  makeFigures,
  type Pictures,
  type PictureWords,
} from '#core/markdown/show-pictures.ts'

/** The most marks that are filled in. A text of nothing but marks could otherwise grow a hundredfold. */
const MAX_FILLED = 1_000

/** The code of an article that gets colours, in characters; the rest is shown in one. */
const MAX_COLOURED = 2 * MAX_CODE_LENGTH

/** The most blocks with a button to copy them. A text can have tens of thousands, and each button has its words. */
const MAX_BUTTONS = 200

const NO_PICTURES: Pictures = new Map()

/** The words around the text of an article, in its language. A feature without its word is left out. */
export interface ArticleWords {
  /** The announcement of screen readers after a link that opens a new tab. */
  newTab?: string
  /** The name of the link to a heading. */
  sectionLink?: string
  /** The text of the button that copies a block of code. */
  copyCode?: string
  /** The heading of the footnotes. */
  footnotes?: string
  /** The name of the link from a footnote to its reference, before the number. */
  backToReference?: string
  /** The form of a picture's credit, as HTML in which CREDIT_PLACE is the place of the name. */
  imageCredit?: string
}

export interface RenderedArticle {
  html: string
  /** The headings that can be linked to; none without `sectionLink`. */
  headings: Heading[]
}

/** Renders an article's text as safe HTML for a page whose h1 is the article's title. `pictures` are those of this site. */
export function renderArticle(
  markdown: string,
  { pictures = NO_PICTURES, ...words }: ArticleWords & { pictures?: Pictures } = {},
): RenderedArticle {
  let headings: Heading[] = []
  const html = safeHtml(markdown, (tokens) => {
    headings = adaptToPage(tokens, words, pictures)
  })
  return { html, headings }
}

export function renderMarkdown(...args: Parameters<typeof renderArticle>): string {
  return renderArticle(...args).html
}

/** The blocks of an article's text, for pages that put something between them. */
export function articleBlocks(
  markdown: string,
  { pictures = NO_PICTURES, ...words }: ArticleWords & { pictures?: Pictures } = {},
): TokenBlock[] {
  return tokenBlocks(markdown, (tokens) => adaptToPage(tokens, words, pictures))
}

/** The blocks with their lines, for previews. They show pictures without variants. */
export function renderMarkdownBlocks(
  markdown: string,
  {
    pictures = new Map(),
    marks,
    ...words
  }: ArticleWords & { pictures?: ReadonlyMap<string, PictureWords>; marks?: MarkValues | undefined } = {},
): HtmlBlock[] {
  return safeBlocks(markdown, (tokens) => {
    if (marks) fillTokens(tokens, marks)
    adaptToPage(tokens, words, NO_PICTURES)
    addPictureWords(tokens, pictures)
  })
}

/**
 * Renders a page about the publication, as an article except for its links: they open in the same tab, and those inside the site keep the
 * language. `marks` are filled in.
 */
export function renderDocument(
  markdown: string,
  language: Language,
  { marks, pictures = NO_PICTURES, ...words }: ArticleWords & { marks: MarkValues; pictures?: Pictures },
): string {
  return safeHtml(markdown, (tokens) => {
    fillTokens(tokens, marks)
    adaptToPage(tokens, words, pictures, language)
  })
}

/**
 * Fills marks in parsed text, so that no value is ever taken for Markdown or HTML. Code stays as it is. Markdown encodes braces in
 * addresses, and values there are encoded too. Marks beyond the limit stay as they are written.
 */
function fillTokens(tokens: readonly Token[], values: MarkValues): void {
  let filled = 0
  const fill = (text: string, by: MarkValues) =>
    fillMarks(text, by, () => {
      filled += 1
      return filled <= MAX_FILLED
    })
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name === 'site_url' ? value : encodeURIComponent(value).replaceAll('%40', '@'),
    ]),
  ) as Record<keyof MarkValues, string>
  const fillAll = (some: readonly Token[]) => {
    for (const token of some) {
      if (token.type === 'image') fillAll(token.children ?? [])
      if (token.type === 'text') token.content = fill(token.content, values)
      for (const [name, value] of token.attrs ?? []) {
        if (typeof value !== 'string') continue
        const isAddress = name === 'href' || name === 'src'
        const text = isAddress ? value.replace(/%7B([a-z_]+)%7D/gi, '{$1}') : value
        token.attrSet(name, fill(text, isAddress ? encoded : values))
      }
    }
  }
  fillAll(tokens)
}

/** With a language it is a page about the publication. */
function adaptToPage(
  tokens: Token[],
  words: ArticleWords,
  pictures: Pictures,
  language?: Language,
): Heading[] {
  const { newTab, sectionLink, copyCode = '', footnotes, backToReference, imageCredit } = words
  // An h1 inside a quote or a list counts too: the page must have a single one.
  const shift = tokens.some(({ tag }) => tag === 'h1') ? 1 : 0
  for (const token of tokens) adaptToArticle(token, shift, language)
  if (newTab) announceNewTabs(tokens, newTab)
  if (footnotes && backToReference) linkFootnotes(tokens, { title: footnotes, back: backToReference })
  makeFigures(tokens, imageCredit)
  addPictures(tokens, pictures)
  addCode(tokens, copyCode)
  return sectionLink ? addHeadings(tokens, sectionLink) : []
}

/** Links open in a new tab, images load lazily, and wide tables can be scrolled by keyboard. */
function adaptToArticle(token: Token, shift: number, language: Language | undefined): void {
  switch (token.type) {
    case 'heading_open':
    case 'heading_close':
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + shift)}`
      break
    case 'link_open':
      if (language) adaptLink(token, language)
      else if (leavesThePage(token.attrGet('href'))) {
        token.attrSet('target', '_blank')
        token.attrSet('rel', 'noopener noreferrer')
        markAddress(token)
      }
      break
    case 'image':
      token.attrSet('loading', 'lazy')
      token.attrSet('decoding', 'async')
      break
    case 'table_open':
    case 'table_close':
      token.meta = { framed: true }
  }
}

/** A link of a page about the publication. */
function adaptLink(token: Token, language: Language): void {
  const href = token.attrGet('href')
  if (typeof href === 'string' && /^\/(?!\/)/.test(href)) token.attrSet('href', localizedPath(href, language))
  else if (href) markAddress(token)
}

/** Marks a link whose text is its address: on paper the others have their addresses after their text (print.css). */
function markAddress(token: Token): void {
  if (token.info === 'auto' || token.meta?.isAddress) token.attrSet('data-address', '')
}

/** Links cannot contain links, so a closing token belongs to the last opening one. */
function announceNewTabs(tokens: Token[], announcement: string): void {
  let opensTab = false
  for (const token of tokens) {
    if (token.type === 'link_open') opensTab = token.attrGet('target') === '_blank'
    else if (token.type === 'link_close' && opensTab) token.meta = { announcement }
  }
}

/** A link to another place on the same page should not open a second copy of it. */
function leavesThePage(href: string | number | null): boolean {
  return typeof href === 'string' && href !== '' && !href.startsWith('#')
}

/** Gives blocks of code their colours, a bar with the name of the language, and, when `copy` has its text, a button that copies them. */
function addCode(tokens: Token[], copy: string): void {
  let left = MAX_COLOURED
  let buttons = 0
  for (const token of tokens) {
    if (token.type !== 'fence' && token.type !== 'code_block') continue
    token.attrSet('tabindex', 0)
    const language = token.type === 'fence' ? findCodeLanguage(token.info) : undefined
    const isAffordable = language !== undefined && token.content.length <= left
    if (isAffordable) left -= token.content.length
    const parts = isAffordable ? highlightCode(token.content, language) : null
    const copyLabel = copy && ++buttons <= MAX_BUTTONS ? copy : ''
    token.meta = { ...token.meta, code: { parts, name: language?.name ?? '', copyLabel } }
  }
}
