import { LRUCache } from 'lru-cache'
import { type ArticleWords, type RenderedArticle, renderArticle } from '#core/markdown/render-markdown.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'

/** The length of Markdown and HTML together; about 600 articles, or two of the longest. */
const MAX_CACHED_CHARACTERS = 8_000_000

const cache = new LRUCache<string, RenderedArticle>({
  maxSize: MAX_CACHED_CHARACTERS,
  maxEntrySize: MAX_CACHED_CHARACTERS / 2,
  sizeCalculation: ({ html, headings }, key) =>
    key.length + html.length + headings.reduce((sum, { id, text }) => sum + id.length + text.length, 0),
})

/** The cached result of `renderArticle`: an article's page is rendered more often than its text changes. */
export function articleHtml(
  markdown: string,
  { pictures = new Map(), ...words }: Required<ArticleWords> & { pictures?: Pictures },
): RenderedArticle {
  const { newTab, sectionLink, copyCode, footnotes, backToReference, imageCredit } = words
  const said = [newTab, sectionLink, copyCode, footnotes, backToReference, imageCredit]
  const key = `${JSON.stringify([...said, ...pictures])}\n${markdown}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const rendered = renderArticle(markdown, { ...words, pictures })
  cache.set(key, rendered)
  return rendered
}
