import { useState } from 'react'
import { data } from 'react-router'
import { sourcesSection } from '#app/article/article-sources.server.ts'
import { besideLink } from '#app/article/beside-original.server.ts'
import { correctionNotes } from '#app/article/correction-notes.server.ts'
import { findOriginalBeside } from '#app/article/find-original-beside.server.ts'
import { listenButton } from '#app/article/listen-button.server.ts'
import { articleButtons } from '#app/article/load-article-buttons.ts'
import { presentArticle } from '#app/article/present-article.server.ts'
import { receiveReport, reportOutcome } from '#app/article/receive-report.server.ts'
import { relatedArticles } from '#app/article/related-articles.server.ts'
import { shareLinks } from '#app/article/share-links.server.ts'
import { translationNotes } from '#app/article/translation-notes.server.ts'
import { translationReportForm } from '#app/article/translation-report-form.server.ts'
import { versionChoices } from '#app/article/version-choices.server.ts'
import { ArticleHeader } from '#app/components/article/article-header.tsx'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { FallbackBanner } from '#app/components/article/fallback-banner.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { SignupCard } from '#app/components/newsletter/signup-card.tsx'
import { ArrowLeft } from '#app/components/ui/icons.tsx'
import { serverContext } from '#app/context.ts'
import { describeArticlePage } from '#app/head/article-json-ld.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { foundElsewhere } from '#app/routes/found-elsewhere.ts'
import { findLeftArticle } from '#app/routes/leave-language.server.ts'
import { movedPermanently } from '#app/routes/moved-permanently.ts'
import { respondNotFound } from '#app/routes/respond-not-found.server.ts'
import { findArticleAudio } from '#core/data/article-audio.ts'
import { listCorrections } from '#core/data/article-corrections.ts'
import { listTranslationFacts } from '#core/data/article-translations.ts'
import {
  findMovedArticle,
  findPublishedArticle,
  listNamesakes,
  listPublishedVersions,
} from '#core/data/articles.ts'
import { findAuthorSlug, findFediverseCreator } from '#core/data/authors.ts'
import { listRelatedArticles } from '#core/data/related-articles.ts'
import { findToldSources } from '#core/data/told-sources.ts'
import type { Article } from '#core/domain/article.ts'
import { updatedSince } from '#core/domain/article-times.ts'
import { heroImageSources, heroImageUrl, type WithHero } from '#core/domain/hero-image.ts'
import { articleTags, relatedTags, settingTags } from '#core/domain/page-tags.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { placeholderLetters } from '#core/domain/site-data.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, localizedPath } from '#core/i18n/languages.ts'
import { articleAudioPath, articlePath, authorPath, besidePath, categoryPath } from '#core/paths.ts'
import type { Route } from './+types/article.ts'

const RELATED_LIFE_SECONDS = 86_400

export const loader = cachedLoader(
  ['lang', 'beside'],
  async ({ context, params, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang' | 'beside'>) => {
    const { supabase, tag, expireAfter, ...site } = context.get(serverContext)
    const { siteUrl, settings, withHero } = site
    const language = query.lang
    const pathOf = (version: Pick<Article, 'slug' | 'language'>) =>
      query.beside && version.language !== DEFAULT_LANGUAGE ? besidePath(version) : articlePath(version)
    const found = await findPublishedArticle(supabase, params.slug, language)
    if (!found) {
      const moved = await findMovedArticle(supabase, params.slug, language)
      if (moved) throw movedPermanently(pathOf(moved))
      const [only, ...others] = await listNamesakes(supabase, params.slug, language)
      if (!only) {
        const left = await findLeftArticle(context, params.slug)
        if (left) throw left
        return respondNotFound(context, language)
      }
      if (others.length === 0) throw foundElsewhere(pathOf(only))
      return data(
        { choices: versionChoices([only, ...others], translatorOf(language, settings)) },
        { status: 300 },
      )
    }
    const { content: _, ...article } = found
    tag(...articleTags(article, language), ...settingTags('social_web'))
    const [versions, corrections, [translation = null], authorSlug, creator, related, told, audio, beside] =
      await Promise.all([
        listPublishedVersions(supabase, article),
        listCorrections(supabase, article.id),
        article.original_article_id ? listTranslationFacts(supabase, [article.id]) : [],
        findAuthorSlug(supabase, article.id),
        findFediverseCreator(supabase, article.id),
        listRelatedArticles(supabase, article.id, language),
        findToldSources(supabase, article.id),
        findArticleAudio(supabase, article.id),
        query.beside ? findOriginalBeside(context, article) : null,
      ])
    const outcome = context.get(reportOutcome)
    // Who has sent a report while the original was withdrawn is told that it has arrived.
    if (query.beside && !beside && !outcome)
      throw foundElsewhere(articlePath({ slug: article.slug, language }))
    tag(...relatedTags(related, article, language))
    // A new article is announced on the pages most like it, and comes to the others with time.
    expireAfter(RELATED_LIFE_SECONDS)
    const t = translatorOf(article.language, settings)
    const original = versions.find((version) => version.language === DEFAULT_LANGUAGE)
    const isComparable = article.original_article_id && original && !beside
    const listen = listenButton(t, audio && articleAudioPath({ articleId: article.id, id: audio.id }))
    const notes = translationNotes(translation, {
      t,
      language: article.language,
      original,
      beside: isComparable ? besideLink(article, t) : null,
    })
    const options = { notes: listen + notes, told, original: beside, outcome }
    const { facts, html, ...shown } = await presentArticle(found, site, options)
    const known = { authorSlug, facts, versions, corrections, translation, told }
    const jsonLd = describeArticlePage({ siteUrl, settings, article, ...known, t })
    const readerT = translatorOf(language, settings)
    const corrected = correctionNotes(corrections, {
      t: readerT,
      language,
      articleLanguage: article.language,
    })
    const sources = told ? sourcesSection(told, { t: readerT, language }) : ''
    const follow = localizedPath(
      authorSlug ? authorPath(authorSlug) : categoryPath(article.category),
      article.language,
    )
    const updated = updatedSince(article)
    const form = article.original_article_id
      ? translationReportForm(article, {
          t,
          // That of a block stands at the block.
          outcome: beside && outcome?.block ? null : outcome,
          path: beside ? besidePath(article) : articlePath(article),
        })
      : ''
    const shownPage = {
      ...shown,
      article: {
        ...shown.article,
        authorSlug,
        social_image: heroImageUrl({ hero_image: article.social_image }, siteUrl),
      },
      html:
        html + sources + corrected + form + shareLinks(article, { siteUrl, t: readerT, language, follow }),
      related: relatedArticles(await Promise.all(related.map(withHero)), {
        t: readerT,
        letters: placeholderLetters(settings),
      }),
      versions,
      jsonLd,
      ...(creator && { creator }),
      ...(settings.social_web && { isOnSocialWeb: true }),
      ...(audio && { isHeard: true }),
      // The address without it is the one for search engines.
      ...((beside || article.language !== language) && { hidden: true }),
      updated: updated && readerT('article.updated', { date: formatArticleDate(updated, language) }),
    }
    const modified = [article, beside].flatMap((version) => (version ? Date.parse(version.updated_at) : []))
    const lastModified = new Date(Math.max(...modified)).toUTCString()
    // Programs of the social web get an object at this address (server/features/social/social-routes.ts).
    return data(shownPage, {
      headers: { 'last-modified': lastModified, ...(settings.social_web && { vary: 'accept' }) },
    })
  },
)

/** A correction dates its article anew, and with it the page. */
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** Readers report mistakes in a translation. */
export const action = (args: Route.ActionArgs) => receiveReport(args)

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args
  return pageMeta(args, (t) => {
    if (!loaderData || 'suggestions' in loaderData)
      return { title: t('notFound.article.title'), hidden: true }
    if ('choices' in loaderData) return { title: t('article.choices.title'), hidden: true }
    const { article, versions, jsonLd, creator, isOnSocialWeb, isHeard, hidden = false } = loaderData
    return {
      title: article.title,
      description: article.social_description || article.excerpt,
      canonicalLanguage: article.language,
      hidden,
      versions: versions.map((version) => ({ language: version.language, path: articlePath(version) })),
      article,
      creator,
      isOnSocialWeb,
      isHeard,
      jsonLd,
    }
  })
}

export default function ArticlePage({ loaderData, params }: Route.ComponentProps) {
  const { language, t } = useTranslation()
  const [dismissed, setDismissed] = useState('')
  if ('suggestions' in loaderData) {
    return (
      <MessageScreen
        statusCode="404"
        title={t('notFound.article.title')}
        text={t('notFound.article.text')}
        detail={t('notFound.article.slug', { slug: params.slug })}
        suggestions={loaderData.suggestions}
      />
    )
  }
  if ('choices' in loaderData) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: made of escaped texts on the server
    return <div className="page py-16 md:py-28" dangerouslySetInnerHTML={{ __html: loaderData.choices }} />
  }
  const { article, alt, html, related, versions, updated } = loaderData
  const isFallback = article.language !== language
  const ownVersion = isFallback ? versions.find((version) => version.language === language) : undefined
  return (
    <>
      {ownVersion && dismissed !== article.id && (
        <FallbackBanner slug={ownVersion.slug} onDismiss={() => setDismissed(article.id)} />
      )}
      <ArticleView article={article} alt={alt} html={html} updated={updated} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made on the server, which escapes it */}
      <div dangerouslySetInnerHTML={{ __html: related }} />
    </>
  )
}

interface ArticleViewProps {
  /** With the address of the author's page, when there is one. */
  article: WithHero<Omit<Article, 'content'>> & { authorSlug?: string | null }
  /** What the hero image shows. */
  alt: string
  html: string
  updated: string | null
}

/** An article as readers see it, for the preview of a draft too. */
export function ArticleView({ article, alt, html, updated }: ArticleViewProps) {
  const { language, t } = useTranslation()
  return (
    <article data-tone={categoryTone(article.category)} className="page py-8 md:py-12">
      <ArticleHeader article={article} updated={updated} />
      {heroImageSources(article.hero_image) && (
        <HeroImage
          key={article.id}
          article={article}
          sizes="(min-width: 72rem) 68rem, 100vw"
          alt={alt}
          loading="first"
          className="mx-auto mt-8 max-w-[68rem] max-sm:mx-[calc(var(--page-gutter)*-1)] has-data-failed:hidden"
        />
      )}
      <div
        lang={article.language}
        className="prose measure mt-10 md:mt-14"
        // The boot script marks pictures in it that fail before hydration.
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised on the server
        dangerouslySetInnerHTML={{ __html: html }}
        {...articleButtons}
      />
      <div className="measure mt-14">
        <SignupCard />
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 text-sm">
          <p className="min-w-0 wrap-anywhere text-faint">
            {t('article.publishedBy', {
              date: formatArticleDate(article.publish_date, language),
              author: article.author,
            })}
          </p>
          <LocalLink
            to={categoryPath(ALL_CATEGORIES_PAGE)}
            className="inline-flex items-center gap-1.5 py-1 font-semibold underline-offset-4 hover:underline"
          >
            <ArrowLeft size={15} />
            {t('article.back')}
          </LocalLink>
        </footer>
      </div>
    </article>
  )
}
