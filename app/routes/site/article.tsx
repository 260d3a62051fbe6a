import { data } from 'react-router'
import { SourcesSection } from '#app/article/article-sources.server.tsx'
import { findOriginalBeside } from '#app/article/beside-original.server.tsx'
import { CorrectionNotes } from '#app/article/correction-notes.server.tsx'
import { ListenButton } from '#app/article/listen-button.server.tsx'
import { presentArticle } from '#app/article/present-article.server.tsx'
import { receiveReport, reportOutcome } from '#app/article/receive-report.server.ts'
import { ShareLinks } from '#app/article/share-links.server.tsx'
import { TranslationNotes } from '#app/article/translation-notes.server.tsx'
import { TranslationReportForm } from '#app/article/translation-report-form.server.tsx'
import { ArticleRow } from '#app/components/article/article-row.tsx'
import { ArticleView } from '#app/components/article/article-view.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { notFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'
import { describeArticlePage } from '#app/head/article-json-ld.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { findLeftArticle } from '#app/routes/leave-language.server.ts'
import { foundElsewhere, movedPermanently } from '#app/routes/redirects.ts'
import { findArticleAudio } from '#core/data/article-audio.ts'
import { listCorrections } from '#core/data/article-corrections.ts'
import { listTranslationFacts } from '#core/data/article-translations.ts'
import type { Namesake } from '#core/data/articles.ts'
import {
  findMovedArticle,
  findPublishedArticle,
  listNamesakes,
  listPublishedVersions,
} from '#core/data/articles.ts'
import { findAuthorSlug, findFediverseCreator } from '#core/data/authors.ts'
import { listRelatedArticles } from '#core/data/related-articles.ts'
import { findToldSources } from '#core/data/sourced-articles.ts'
import { type Article, updatedSince } from '#core/domain/article.ts'
import { heroImageUrl } from '#core/domain/hero-image.ts'
import { articleTags, relatedTags, settingTags } from '#core/domain/page-tags.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { articleAudioPath, articlePath, authorPath, besidePath, categoryPath } from '#core/paths.ts'

const RELATED_LIFE_SECONDS = 86_400

export const loader = servePage({
  parameters: ['beside'],
  async load({ server, context, params: { slug = '' }, language, t, query }) {
    const { supabase, tag, expireAfter, ...site } = server
    const { siteUrl, settings, withHero } = site
    const pathOf = (version: Pick<Article, 'slug' | 'language'>) =>
      query.beside && version.language !== DEFAULT_LANGUAGE ? besidePath(version) : articlePath(version)
    const found = await findPublishedArticle(supabase, slug, language)
    if (!found) {
      const moved = await findMovedArticle(supabase, slug, language)
      if (moved) throw movedPermanently(pathOf(moved))
      const [only, ...others] = await listNamesakes(supabase, slug, language)
      if (!only) {
        const left = await findLeftArticle(server, slug)
        if (left) throw left
        throw await notFound(server, language, 'article', slug)
      }
      if (others.length === 0) throw foundElsewhere(pathOf(only))
      return data({ choices: [only, ...others] }, { status: 300 })
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
        query.beside ? findOriginalBeside(server, article) : null,
      ])
    const outcome = context.get(reportOutcome)
    // A reader who has sent a report while the original was withdrawn is told that it has arrived.
    if (query.beside && !beside && !outcome)
      throw foundElsewhere(articlePath({ slug: article.slug, language }))
    tag(...relatedTags(related, article, language))
    // A new article is announced on the pages most like it, and comes to the others with time.
    expireAfter(RELATED_LIFE_SECONDS)
    const tOfArticle = translatorOf(article.language, settings)
    const original = versions.find((version) => version.language === DEFAULT_LANGUAGE)
    const forReader = { t, language }
    const follow = authorSlug ? authorPath(authorSlug) : categoryPath(article.category)
    const { facts, ...shown } = await presentArticle(found, site, {
      told,
      original: beside,
      outcome,
      before: (
        <>
          <ListenButton
            t={tOfArticle}
            audio={audio && articleAudioPath({ articleId: article.id, id: audio.id })}
          />
          <TranslationNotes
            facts={translation}
            t={tOfArticle}
            language={article.language}
            original={original}
            isComparable={Boolean(article.original_article_id && original && !beside)}
          />
        </>
      ),
      after: (
        <>
          {told && <SourcesSection told={told} {...forReader} />}
          <CorrectionNotes corrections={corrections} {...forReader} articleLanguage={article.language} />
          {article.original_article_id && (
            <TranslationReportForm
              article={article}
              t={tOfArticle}
              // The outcome of a block's report is shown at the block.
              outcome={beside && outcome?.block ? null : outcome}
              path={beside ? besidePath(article) : articlePath(article)}
            />
          )}
          <ShareLinks
            article={article}
            siteUrl={siteUrl}
            {...forReader}
            follow={localizedPath(follow, article.language)}
          />
        </>
      ),
    })
    const known = { authorSlug, facts, versions, corrections, translation, told }
    const jsonLd = describeArticlePage({ siteUrl, settings, article, ...known, t: tOfArticle })
    const shownPage = {
      ...shown,
      article: {
        ...shown.article,
        authorSlug,
        social_image: heroImageUrl({ hero_image: article.social_image }, siteUrl),
      },
      related: await Promise.all(related.map(withHero)),
      versions,
      jsonLd,
      ...(creator && { creator }),
      ...(settings.social_web && { isOnSocialWeb: true }),
      ...(audio && { isHeard: true }),
      // The address without it is the one for search engines.
      ...((beside || article.language !== language) && { hidden: true }),
    }
    const modified = [article, beside].flatMap((version) => (version ? Date.parse(version.updated_at) : []))
    const lastModified = new Date(Math.max(...modified)).toUTCString()
    // Programs of the social web get an object at this address (server/features/social/social-routes.ts).
    return data(shownPage, {
      headers: { 'last-modified': lastModified, ...(settings.social_web && { vary: 'accept' }) },
    })
  },
  // Readers report mistakes in a translation.
  act: receiveReport,
  describe({ t, loaderData }) {
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
  },
  Page({ loaderData, language, t }) {
    if ('choices' in loaderData) {
      return <VersionChoices versions={loaderData.choices} />
    }
    const { article, alt, html, related, versions } = loaderData
    const updated = updatedSince(article)
    const isFallback = article.language !== language
    const ownVersion = isFallback ? versions.find((version) => version.language === language) : undefined
    return (
      <>
        {ownVersion && <FallbackBanner slug={ownVersion.slug} />}
        <ArticleView
          article={article}
          alt={alt}
          html={html}
          updated={updated && t('article.updated', { date: formatArticleDate(updated, language) })}
        />
        <ArticleRow title={t('article.related.title')} articles={related} />
      </>
    )
  },
})

export const action = loader

interface FallbackBannerProps {
  /** The slug of the version in the reader's language. */
  slug: string
}

/** Tells a reader who is shown the English fallback that the article also exists in the language of the page. */
function FallbackBanner({ slug }: FallbackBannerProps) {
  const { language, t } = useTranslation()
  return (
    <aside className="border-b border-line bg-wash print:hidden">
      <div className="page flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p className="text-sm">{t('article.banner.text')}</p>
        <div className="flex gap-2">
          <a
            href={articlePath({ slug, language })}
            lang={language}
            hrefLang={language}
            data-language={language}
            data-replace=""
            className={buttonStyles({ size: 'sm' })}
          >
            {t('article.banner.switch', { language: language.toUpperCase() })}
          </a>{' '}
          <Button variant="ghost" size="sm" className="noscript:hidden" data-scripted="dismiss">
            {t('article.banner.dismiss')}
          </Button>
        </div>
      </div>
    </aside>
  )
}

/**
 * The choice between articles that share a slug in several languages. Each link stores its language like those of the language menu.
 */
export function VersionChoices({ versions }: { versions: Namesake[] }) {
  const { t } = useTranslation()
  return (
    <div className="page py-16 md:py-28">
      <h1 className="font-display text-headline font-medium">{t('article.choices.title')}</h1>
      <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('article.choices.text')}</p>
      <ul className="mt-8 max-w-3xl border-t border-ink">
        {versions.map((version) => {
          const { title, language } = version
          return (
            <li key={language} lang={language} className="border-b border-line">
              <a
                href={articlePath(version)}
                hrefLang={language}
                data-language={language}
                className="group block py-5"
              >
                <span className="block text-sm font-semibold text-faint">
                  {LANGUAGES.find(({ code }) => code === language)?.name ?? language}
                </span>
                <span className="mt-1 block font-display text-title font-medium wrap-anywhere decoration-2 underline-offset-4 group-hover:underline">
                  {title}
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
