import type { Token } from 'markdown-it'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { makeFigures } from '#core/markdown/make-figures.ts'
import { type HtmlBlock, safeBlocks, safeHtml } from '#core/markdown/safe-html.ts'
import { addPictures, type Pictures } from '#core/markdown/show-pictures.ts'

const NO_PICTURES: Pictures = new Map()

/**
 * Renders an article's text as safe HTML for a page whose h1 is the article's title. `newTab` is what screen readers say
 * after a link that opens a new tab, in the language of the article; `pictures` are those of this site.
 */
export function renderMarkdown(markdown: string, { newTab = '', pictures = NO_PICTURES } = {}): string {
  return safeHtml(markdown, (tokens) => adaptToPage(tokens, { newTab, pictures }))
}

/** The same, block by block, for a preview that changes as the text does. */
export function renderMarkdownBlocks(markdown: string, { newTab = '' } = {}): HtmlBlock[] {
  return safeBlocks(markdown, (tokens) => adaptToPage(tokens, { newTab, pictures: NO_PICTURES }))
}

/** Renders one of the site's own documents: links open in the same tab, and those inside the site keep the language. */
export function renderDocument(markdown: string, language: Language): string {
  return safeHtml(markdown, (tokens) => {
    for (const token of tokens) {
      const href = token.attrGet('href')
      if (typeof href === 'string' && /^\/(?!\/)/.test(href))
        token.attrSet('href', localizedPath(href, language))
      else if (href) markAddress(token)
    }
  })
}

function adaptToPage(tokens: Token[], { newTab, pictures }: { newTab: string; pictures: Pictures }): void {
  // An h1 inside a quote or a list counts too: the page must have a single one.
  const shift = tokens.some(({ tag }) => tag === 'h1') ? 1 : 0
  for (const token of tokens) adaptToArticle(token, shift)
  if (newTab) announceNewTabs(tokens, newTab)
  makeFigures(tokens)
  addPictures(tokens, pictures)
}

/** Links open in a new tab, images load lazily, and wide tables and code can be scrolled by keyboard. */
function adaptToArticle(token: Token, shift: number): void {
  switch (token.type) {
    case 'heading_open':
    case 'heading_close':
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + shift)}`
      break
    case 'link_open':
      if (leavesThePage(token.attrGet('href'))) {
        token.attrSet('target', '_blank')
        token.attrSet('rel', 'noopener noreferrer')
        markAddress(token)
      }
      break
    case 'image':
      token.attrSet('loading', 'lazy')
      token.attrSet('decoding', 'async')
      break
    case 'fence':
    case 'code_block':
      token.attrSet('tabindex', 0)
      break
    case 'table_open':
    case 'table_close':
      token.meta = { framed: true }
  }
}

/** Marks a link whose text is its address: on paper the others have theirs behind their text (print.css). */
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
