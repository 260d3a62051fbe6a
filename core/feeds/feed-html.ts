import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { TranslationStatement } from '#core/domain/translation-statement.ts'
import { xml } from '#core/feeds/escape.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { linkFootnotes } from '#core/markdown/footnotes.ts'
import type { ArticleWords } from '#core/markdown/render-markdown.ts'
import { safeHtml } from '#core/markdown/safe-html.ts'
import {
  addPictureWords,
  CREDIT_PLACE,
  makeFigures,
  type PictureWords,
} from '#core/markdown/show-pictures.ts'

/** The heading of the footnotes, and the form of a picture's credit. */
type FeedWords = Pick<ArticleWords, 'footnotes' | 'imageCredit'>

export const feedWords = (t: Translate): Required<FeedWords> => ({
  footnotes: t('article.footnotes.title'),
  imageCredit: t('article.imageCredit', { credit: CREDIT_PLACE }),
})

/**
 * An article's Markdown as safe HTML with absolute addresses, so that links and images work outside the site. References to footnotes lead
 * to those of the article's page, because feed readers show several articles at once, and many of them remove ids. `pictures` are the
 * library's facts about images of ours.
 */
export function feedHtml(
  markdown: string,
  articleUrl: string,
  {
    footnotes = '',
    imageCredit,
    pictures = new Map(),
  }: FeedWords & { pictures?: ReadonlyMap<string, PictureWords> | undefined } = {},
): string {
  return safeHtml(markdown, (tokens) => {
    makeFigures(tokens, imageCredit)
    addPictureWords(tokens, pictures)
    linkFootnotes(tokens, { title: footnotes })
    for (const token of tokens) {
      token.attrs =
        token.attrs?.flatMap(([name, value]) => {
          if (name !== 'href' && name !== 'src') return [[name, value]]
          const url = URL.parse(String(value), articleUrl)?.href
          return url ? [[name, url]] : []
        }) ?? null
    }
  })
}

/** The statement about a translation by AI as the beginning of its content, because some readers see only the feed. */
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

/** The statement about a text that a model has drafted. */
export const draftingStatementHtml = (text: string): string =>
  xml`<p><small>${text}</small></p>
`.xml

/** The mistake and the time of its correction, as the end of the content, like the end of the article's page. */
export function correctionsHtml(
  corrections: readonly Pick<ArticleCorrection, 'text' | 'corrected_at'>[],
  { language, t }: { language: Language; t: Translate },
): string {
  if (corrections.length === 0) return ''
  const notes = corrections.map(({ text, corrected_at: moment }) => {
    const lines = text
      .trim()
      .split(/\s*\n\s*/)
      .map((line) => xml`${line}`.xml)
    return xml`<li><time datetime="${htmlTime(moment)}">${formatArticleDate(moment, language)}</time>: ${{ xml: lines.join('<br>') }}</li>`
  })
  return xml`
<p><strong>${t('corrections.title')}</strong></p>
<ul>
${notes}
</ul>`.xml
}
