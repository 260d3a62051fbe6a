import type { TranslationStatement } from '#core/domain/translation-statement.ts'
import { xml } from '#core/feeds/xml.ts'

/** What is said of a translation by AI as the beginning of its content, because a feed may be all that somebody reads. */
export function translationStatementHtml(
  { origin, review }: TranslationStatement,
  originalUrl: string | null,
): string {
  const link = originalUrl
    ? xml`<a href="${originalUrl}" hreflang="en">${origin.link}</a>`
    : xml`${origin.link}`
  return xml`<p><small>${origin.before}${link}${origin.after} ${review}</small></p>
`.xml
}
