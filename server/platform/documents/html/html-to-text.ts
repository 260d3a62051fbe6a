import { buildDocument } from '#core/from-html/build-document.ts'
import { inlinesOf, textOf } from '#core/from-html/document.ts'
import { readHtml } from '#server/platform/documents/html/read-html.ts'

const MAX_LENGTH = 100_000

/** The text that readers see of a short piece of HTML, such as an excerpt or a caption, on one line. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim()
  return textOf(inlinesOf(buildDocument(readHtml(html.slice(0, MAX_LENGTH)), { report: () => {} })))
}

/** Writes text so that it is text in HTML, also between double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
