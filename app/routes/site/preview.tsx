import { data } from 'react-router'
import { creditWords } from '#app/article/article-pictures.server.ts'
import { SourcesSection } from '#app/article/article-sources.server.tsx'
import { CorrectionNotes } from '#app/article/correction-notes.server.tsx'
import { presentArticle } from '#app/article/present-article.server.tsx'
import { TranslationNotes } from '#app/article/translation-notes.server.tsx'
import { ArticleView } from '#app/components/article/article-view.tsx'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { PREVIEW_HEADERS } from '#app/head/private-page.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { translatorOf } from '#app/messages.ts'
import { listCorrections } from '#core/data/article-corrections.ts'
import { findPreviewedArticle } from '#core/data/article-previews.ts'
import { listPublishedVersions } from '#core/data/articles.ts'
import { RATE_LIMITED } from '#core/data/client.ts'
import type { Article } from '#core/domain/article.ts'
import type { PreviewedArticle } from '#core/domain/article-preview.ts'
import { markValues } from '#core/domain/page-marks.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { previewPath } from '#core/paths.ts'

/** An unknown, an expired and a revoked link have the same response. */
export const loader = servePage({
  async load({ server, url, language, t }) {
    const { supabase, ...site } = server
    if (url.searchParams.has('unsaved')) {
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
    const forReader = { t, language }
    const { article, alt, html } = await presentArticle(found.article, site, {
      told,
      before: (
        <TranslationNotes
          facts={found.translation}
          t={translatorOf(found.article.language, site.settings)}
          language={found.article.language}
          original={versions.find((version) => version.language === DEFAULT_LANGUAGE)}
        />
      ),
      after: (
        <>
          {told && <SourcesSection told={told} {...forReader} />}
          <CorrectionNotes
            corrections={corrections}
            {...forReader}
            articleLanguage={found.article.language}
          />
        </>
      ),
    })
    return {
      article,
      alt,
      html,
      token,
      languages: found.versions.map((version) => version.language),
      expiresAt: found.expires_at,
      isFramed: url.searchParams.has('framed'),
    }
  },
  headers: PREVIEW_HEADERS,
  describe({ t, loaderData }) {
    const title =
      'words' in loaderData
        ? t('preview.title')
        : 'problem' in loaderData
          ? t(`preview.${loaderData.problem}.title`)
          : `${t('preview.title')}: ${loaderData.article.title}`
    return { title, isDraft: true }
  },
  Page({ loaderData, t }) {
    // The desk sends the content (app/reader/unsaved-island.tsx).
    if ('words' in loaderData)
      return <div data-island="unsaved" data-words={JSON.stringify(loaderData.words)} />
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
  },
})

interface PreviewBarProps {
  article: Pick<Article, 'title' | 'language' | 'published'>
  token: string
  /** The languages in which there is a version. */
  languages: Language[]
  expiresAt: string
}

/** The bar above a previewed article: that it is a preview, until when, in which languages, and how it looks on a phone. */
export function PreviewBar({ article, token, languages, expiresAt }: PreviewBarProps) {
  const { language, t } = useTranslation()
  return (
    <section aria-label={t('preview.title')} className="border-line border-b bg-wash text-sm print:hidden">
      <div className="page flex flex-wrap items-center gap-x-6 gap-y-1 py-2">
        <p>
          <strong className="font-semibold">{t('preview.title')}</strong>
          <span aria-hidden> · </span>
          {t(article.published ? 'preview.published' : 'preview.draft')}
        </p>
        <p className="text-soft">{t('preview.expires', { date: formatArticleDate(expiresAt, language) })}</p>
        {languages.length > 1 && (
          <nav aria-label={t('preview.languages')} className="flex flex-wrap gap-x-1">
            {LANGUAGES.filter(({ code }) => languages.includes(code)).map(({ code, name }) => (
              <a
                key={code}
                href={previewPath(token, code)}
                lang={code}
                hrefLang={code}
                data-language={code}
                aria-current={code === article.language ? 'true' : undefined}
                className="inline-flex min-h-8 items-center px-1.5 text-soft underline-offset-4 hover:underline aria-[current=true]:font-semibold aria-[current=true]:text-ink"
              >
                {name}
              </a>
            ))}
          </nav>
        )}
        <PhoneView
          address={`${previewPath(token, article.language)}&framed`}
          title={`${t('preview.title')}: ${article.title}`}
        />
      </div>
    </section>
  )
}

/** Shows the preview over the page in a frame that is as wide as a phone. */
function PhoneView({ address, title }: { address: string; title: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        data-scripted="phone"
        className="ml-auto max-sm:hidden noscript:hidden"
      >
        {t('preview.phone')}
      </Button>
      <dialog
        aria-label={t('preview.phone')}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-wash p-4 text-ink open:flex open:flex-col open:items-center open:gap-3"
      >
        <form method="dialog">
          <Button type="submit" variant="secondary" size="sm">
            {t('preview.close')}
          </Button>
        </form>
        <iframe
          title={title}
          src={address}
          loading="lazy"
          className="min-h-0 w-[375px] max-w-full grow border border-edge bg-paper shadow-float"
        />
      </dialog>
    </>
  )
}
