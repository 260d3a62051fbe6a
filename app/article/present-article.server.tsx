import { renderToStaticMarkup } from 'react-dom/server'
import { creditWords, picturesOf } from '#app/article/article-pictures.server.ts'
import {
  SentenceSources,
  SourcesStatement,
  withSentenceSources,
} from '#app/article/article-sources.server.tsx'
import { besideOriginal, type OriginalBeside } from '#app/article/beside-original.server.tsx'
import { TableOfContents } from '#app/article/table-of-contents.server.tsx'
import type { ReportOutcome } from '#app/article/translation-report-form.server.tsx'
import type { ServerContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import type { Article } from '#core/domain/article.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import { heroAlt, heroNoteHtml } from '#core/markdown/picture-notes.ts'
import { renderArticle } from '#core/markdown/render-markdown.ts'

/**
 * Prepares an article for `ArticleView`, with the notes around its text, the sources of its sentences, and the facts about its hero image.
 */
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
    before,
    after,
    told = null,
    original = null,
    outcome = null,
  }: {
    /** Elements around the text, such as notes about it. */
    before?: React.ReactNode
    after?: React.ReactNode
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
  const place = 'core/markdown/render-markdown.ts#renderArticle'
  const rendered = original ? null : await offTurn(place, renderArticle, content, words)
  const beside =
    original && (await besideOriginal({ ...article, content }, original, { t, words, outcome, offTurn }))
  const text = rendered?.html ?? ''
  // The text has no element of its own, so React cannot write it between the elements around it.
  const html = [
    // Caption and credit are part of the text.
    heroNoteHtml(facts, { words: credits, language: article.language }),
    renderToStaticMarkup(
      <>
        {told && <SourcesStatement told={told} {...inLanguage} />}
        {before}
        {rendered ? <TableOfContents headings={rendered.headings} t={t} /> : beside}
      </>,
    ),
    told ? await withSentenceSources(text, told, { t, offTurn }) : text,
    renderToStaticMarkup(
      <>
        {told && <SentenceSources told={told} {...inLanguage} />}
        {/* Screen readers are told here what the buttons in the text have done (`article-buttons.ts`). */}
        <div
          role="status"
          className="sr-only"
          data-copy-status=""
          data-done={t('article.code.copied')}
          data-failed={t('article.code.failed')}
        />
        {after}
      </>,
    ),
  ].join('')
  return { article: await withHero(article), alt: heroAlt(facts, article), html, facts }
}
