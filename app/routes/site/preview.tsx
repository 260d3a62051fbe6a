import { data } from 'react-router'
import { creditWords } from '#app/article/article-pictures.server.ts'
import { sourcesSection } from '#app/article/article-sources.server.ts'
import { correctionNotes } from '#app/article/correction-notes.server.ts'
import { presentArticle } from '#app/article/present-article.server.ts'
import { translationNotes } from '#app/article/translation-notes.server.ts'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { PreviewBar } from '#app/components/preview/preview-bar.tsx'
import { useUnsavedArticle } from '#app/components/preview/use-unsaved-article.ts'
import { serverContext } from '#app/context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { ArticleView } from '#app/routes/site/article.tsx'
import { listCorrections } from '#core/data/article-corrections.ts'
import { findPreviewedArticle } from '#core/data/article-previews.ts'
import { listPublishedVersions } from '#core/data/articles.ts'
import { RATE_LIMITED } from '#core/data/client.ts'
import type { PreviewedArticle } from '#core/domain/article-preview.ts'
import { markValues } from '#core/domain/page-marks.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, languageOfUrl } from '#core/i18n/languages.ts'
import { readQuery } from '#core/query-parameters.ts'
import type { Route } from './+types/preview.ts'

/** Only the site itself may frame it, to show it at the width of a phone or on the desk. Nothing stores it, and no search engine lists it. */
export function headers(): HeadersInit {
  return {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'SAMEORIGIN',
  }
}

/** An unknown, an expired and a revoked link have the same response. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { supabase, ...site } = context.get(serverContext)
  const { lang: language } = readQuery(url.searchParams, ['lang'])
  if (url.searchParams.has('unsaved')) {
    const t = translatorOf(language, site.settings)
    const name = site.settings.editorial_responsibility?.name
    return {
      words: {
        ...creditWords(t),
        page: {
          marks: markValues(site.settings, site.siteUrl, language),
          updated: t('document.updated', { date: formatArticleDate(new Date().toISOString(), language) }),
          responsible: name && t('document.responsible', { name }),
        },
        footnotes: t('article.footnotes.title'),
        backToReference: t('article.footnotes.back'),
      },
    }
  }
  const token = url.searchParams.get('token') ?? ''
  let found: PreviewedArticle | null
  try {
    found = await findPreviewedArticle(supabase, token, language)
  } catch (error) {
    const isLimited = error instanceof Error && 'code' in error && error.code === RATE_LIMITED
    if (!isLimited) throw error
    return data({ problem: 'limited' as const }, { status: 429 })
  }
  if (!found) return data({ problem: 'gone' as const }, { status: 404 })
  const [versions, corrections] = await Promise.all([
    listPublishedVersions(supabase, found.article),
    listCorrections(supabase, found.article.id),
  ])
  const { told } = found
  const { article, alt, html } = await presentArticle(found.article, site, {
    notes: translationNotes(found.translation, {
      t: translatorOf(found.article.language, site.settings),
      language: found.article.language,
      original: versions.find((version) => version.language === DEFAULT_LANGUAGE),
    }),
    told,
  })
  const readerT = translatorOf(language, site.settings)
  const sources = told ? sourcesSection(told, { t: readerT, language }) : ''
  const notes = correctionNotes(corrections, {
    t: readerT,
    language,
    articleLanguage: article.language,
  })
  return {
    article,
    alt,
    html: html + sources + notes,
    token,
    languages: found.versions.map((version) => version.language),
    expiresAt: found.expires_at,
    isFramed: url.searchParams.has('framed'),
  }
}

/** No canonical address, no description and no image: nothing of a draft is for other sites. */
export const meta: Route.MetaFunction = ({ loaderData, location, matches }) => {
  const t = translatorOf(languageOfUrl(location), matches[0].loaderData ?? DEFAULT_SITE_WORDS)
  const title =
    !loaderData || 'words' in loaderData
      ? t('preview.title')
      : 'problem' in loaderData
        ? t(`preview.${loaderData.problem}.title`)
        : `${t('preview.title')}: ${loaderData.article.title}`
  return [{ title: `${title} - ${t('site.name')}` }, { name: 'robots', content: 'noindex, nofollow' }]
}

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const unsaved = useUnsavedArticle('words' in loaderData ? loaderData.words : null)
  if ('words' in loaderData) {
    if (!unsaved) return null
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised as on the server
    if (unsaved.isPage) return <div dangerouslySetInnerHTML={{ __html: unsaved.html }} />
    const article = { ...unsaved.article, hero: null }
    return <ArticleView article={article} alt={unsaved.alt} html={unsaved.html} updated={null} />
  }
  if ('problem' in loaderData) {
    const { problem } = loaderData
    return <MessageScreen title={t(`preview.${problem}.title`)} text={t(`preview.${problem}.text`)} />
  }
  const { article, alt, html, isFramed } = loaderData
  return (
    <>
      {!isFramed && <PreviewBar {...loaderData} />}
      <ArticleView article={article} alt={alt} html={html} updated={null} />
    </>
  )
}
