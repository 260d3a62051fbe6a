import { LRUCache } from 'lru-cache'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

/** Of Markdown and HTML together; some 300 articles. */
const KEPT_CHARACTERS = 4_000_000

const kept = new LRUCache<string, string>({
  maxSize: KEPT_CHARACTERS,
  maxEntrySize: KEPT_CHARACTERS / 16,
  sizeCalculation: (html, key) => key.length + html.length,
})

/** What `renderMarkdown` makes of an article; a page is rendered anew more often than its text changes. */
export function articleHtml(markdown: string, { newTab }: { newTab: string }): string {
  const key = `${newTab}\n${markdown}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const html = renderMarkdown(markdown, { newTab })
  kept.set(key, html)
  return html
}
