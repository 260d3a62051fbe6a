import { formatTable } from '#app/admin/editor/table/markdown-table.ts'
import type { HtmlEvent } from '#core/from-html/html-events.ts'
import { writeMarkdown } from '#core/from-html/write-markdown.ts'

export interface PastedMarkdown {
  text: string
  /** The definitions of its footnotes; empty when there are none. */
  footnotes: string
}

/** Writes pasted HTML as Markdown; footnotes get labels that the article does not have. */
export function writePasted(events: readonly HtmlEvent[], article: string): PastedMarkdown {
  const taken = new Set([...article.matchAll(/\[\^(\d{1,9})\]/g)].map(([, number = '']) => number))
  return writeMarkdown(events, {
    report() {},
    isRemoved: (name) => name === 'button',
    isTaken: (label) => taken.has(label),
    formatTable,
  })
}
