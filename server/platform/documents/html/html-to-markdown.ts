import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { writeMarkdown } from '#core/from-html/write-markdown.ts'
import { readHtml } from '#server/platform/documents/html/read-html.ts'

/** The longest HTML of one article; an export may have several times the text of its Markdown. */
const MAX_LENGTH = 4 * 1024 * 1024

/**
 * Converts HTML to Markdown of which this site's renderer shows the same text. Other content becomes a link or is left out, and is
 * reported. The time is linear in the length, whatever the content.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions): string {
  if (html.length > MAX_LENGTH) options.report('too-large', `${html.length} characters`, 'text')
  const { text, footnotes } = writeMarkdown(readHtml(html.slice(0, MAX_LENGTH)), options)
  return [text, footnotes].filter(Boolean).join('\n\n')
}
