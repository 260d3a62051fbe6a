import { LRUCache } from 'lru-cache'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'
import type { Pictures } from '#core/markdown/show-pictures.ts'

/** The length of Markdown and HTML together; about 600 articles, or two of the longest. */
const MAX_CACHED_CHARACTERS = 8_000_000

const cache = new LRUCache<string, string>({
  maxSize: MAX_CACHED_CHARACTERS,
  maxEntrySize: MAX_CACHED_CHARACTERS / 2,
  sizeCalculation: (html, key) => key.length + html.length,
})

/** The cached result of `renderMarkdown`: an article's page is rendered more often than its text changes. */
export function articleHtml(
  markdown: string,
  { newTab, pictures = new Map() }: { newTab: string; pictures?: Pictures },
): string {
  const key = `${newTab}\n${JSON.stringify([...pictures])}\n${markdown}`
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const html = renderMarkdown(markdown, { newTab, pictures })
  cache.set(key, html)
  return html
}
