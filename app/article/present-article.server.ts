import { creditWords, picturesOf } from '#app/article/article-pictures.server.ts'
import { sourcesStatement, withSentenceSources } from '#app/article/article-sources.server.ts'
import { besideOriginal, type OriginalBeside } from '#app/article/beside-original.server.ts'
import { heroAlt, heroNoteHtml } from '#app/article/picture-notes.ts'
import { tableOfContents } from '#app/article/table-of-contents.server.ts'
import type { ReportOutcome } from '#app/article/translation-report-form.server.ts'
import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import type { Article } from '#core/domain/article.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { escapeXml } from '#core/feeds/escape.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { renderArticle } from '#core/markdown/render-markdown.ts'

/** What `ArticleView` shows of an article, with the notes before its text and the sources of its sentences, and what is known of its hero image. */
export async function presentArticle(
  { content, ...article }: Article,
  {
    siteUrl,
    settings,
    withHero,
    describeImage,
    offTurn,
  }: Pick<ServerContext, 'siteUrl' | 'settings' | 'withHero' | 'describeImage' | 'offTurn'>,
  {
    notes = '',
    told = null,
    original = null,
    outcome = null,
  }: {
    notes?: string
    told?: ToldSources | null
    original?: OriginalBeside | null
    outcome?: ReportOutcome | null
  } = {},
) {
  const t = translatorOf(article.language, settings)
  const facts = (await describeImage(article.hero_image))?.facts ?? null
  const pictures = await picturesOf({ content, language: article.language }, { describeImage, siteUrl, t })
  const credits = creditWords(t)
  const words = {
    ...credits,
    sectionLink: t('article.link.section'),
    copyCode: t('article.code.copy'),
    footnotes: t('article.footnotes.title'),
    backToReference: t('article.footnotes.back'),
    pictures,
  }
  const inLanguage = { t, language: article.language }
  const text = original
    ? await besideOriginal({ ...article, content }, original, { t, words, outcome, offTurn })
    : await readText()
  return {
    article: await withHero(article),
    alt: heroAlt(facts, article),
    // Caption and credit are part of the text, so that showing them costs the browser no script.
    html:
      heroNoteHtml(facts, { words: credits, language: article.language }) +
      (told ? sourcesStatement(told, inLanguage) : '') +
      notes +
      text +
      copyStatus(t),
    facts,
  }

  async function readText(): Promise<string> {
    const place = 'core/markdown/render-markdown.ts#renderArticle'
    const { headings, html } = await offTurn(place, renderArticle, content, words)
    const shown = told ? await withSentenceSources(html, told, { ...inLanguage, offTurn }) : html
    return tableOfContents(headings, t) + shown
  }
}

/** Where screen readers are told what the buttons in the text have done (`article-buttons.ts`). */
function copyStatus(t: Translate): string {
  const [done, failed] = [t('article.code.copied'), t('article.code.failed')].map(escapeXml)
  return `<div role="status" class="sr-only" data-copy-status="" data-done="${done}" data-failed="${failed}"></div>`
}
