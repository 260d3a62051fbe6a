import type { Token } from 'markdown-it'
import { type Language, localizedPath } from '#core/i18n/languages.ts'
import { safeHtml } from '#core/markdown/safe-html.ts'

/**
 * CommonMark and GFM as safe HTML for the page of an article whose title is the h1. `newTab` is what readers who do not
 * see the page hear behind a link, in the language of the article.
 */
export function renderMarkdown(markdown: string, { newTab = '' } = {}): string {
  return safeHtml(markdown, (tokens) => {
    // Also one inside a quote or a list counts: the page must keep a single h1.
    const shift = tokens.some(({ tag }) => tag === 'h1') ? 1 : 0
    for (const token of tokens) adaptToArticle(token, shift)
    if (newTab) announceNewTabs(tokens, newTab)
  })
}

/** The same for one of the site's own documents: its links stay in the tab, and inside the site in the language. */
export function renderDocument(markdown: string, language: Language): string {
  return safeHtml(markdown, (tokens) => {
    for (const token of tokens) {
      const href = token.attrGet('href')
      if (typeof href === 'string' && /^\/(?!\/)/.test(href))
        token.attrSet('href', localizedPath(href, language))
    }
  })
}

/** Links open in a new tab, images load when they are near, and wide tables and code scroll by keyboard too. */
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

/** There are no links in links, so the next end is that of the last beginning. */
function announceNewTabs(tokens: Token[], announcement: string): void {
  let opensTab = false
  for (const token of tokens) {
    if (token.type === 'link_open') opensTab = token.attrGet('target') === '_blank'
    else if (token.type === 'link_close' && opensTab) token.meta = { announcement }
  }
}

/** A link to another place of the same page would lose the reader in a new tab. */
function leavesThePage(href: string | number | null): boolean {
  return typeof href === 'string' && href !== '' && !href.startsWith('#')
}
