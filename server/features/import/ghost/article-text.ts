import { lexicalToHtml } from '#server/features/import/ghost/lexical-to-html.ts'
import { mobiledocToHtml } from '#server/features/import/ghost/mobiledoc-to-html.ts'
import { type HtmlOptions, htmlToMarkdown } from '#server/features/import/html/html-to-markdown.ts'
import { parseJson, textField } from '#server/features/import/json/json-fields.ts'
import type { JsonObject } from '#server/features/import/json/record-reader.ts'
import { markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'

/** The text of an article, from the newest of the formats that it has. */
export function articleText(
  post: JsonObject,
  options: Required<Pick<HtmlOptions, 'report' | 'resolve'>>,
): string {
  const documents = ['lexical', 'mobiledoc'] as const
  for (const name of documents) {
    const stored = textField(post, name)
    if (!stored) continue
    const document = parseJson(stored)
    const html =
      name === 'lexical' ? lexicalToHtml(document, options.report) : mobiledocToHtml(document, options.report)
    if (html !== null) return htmlToMarkdown(html, options)
    options.report('unreadable', name, textField(post, 'html') ? 'replaced' : 'left-out')
  }
  const html = textField(post, 'html') || markdownToHtml(textField(post, 'markdown'))
  return htmlToMarkdown(html, options)
}
