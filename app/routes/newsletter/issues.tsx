import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { describeNewsletterArchive } from '#app/head/newsletter-json-ld.ts'
import { loadListPage } from '#app/routes/list-page.ts'
import { listIssueRecordings } from '#core/data/newsletter-audio.ts'
import { listPublishedNewsletters } from '#core/data/published-newsletters.ts'
import { NEWSLETTERS_TAG } from '#core/domain/page-tags.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import {
  NEWSLETTER_ISSUES_PATH,
  newsletterFeedPath,
  newsletterIssuePath,
  newsletterPodcastPath,
  pagePath,
} from '#core/paths.ts'

const PAGE_SIZE = 25

/** The archive of the newsletter, the latest issue first. */
export const loader = servePage({
  parameters: ['page'],
  async load({ server, language, t, query }) {
    const { supabase, tag, siteUrl, settings } = server
    const { page } = query
    tag(NEWSLETTERS_TAG)
    const [{ rows: issues, hasNext }, heard] = await Promise.all([
      loadListPage({
        path: NEWSLETTER_ISSUES_PATH,
        language,
        page,
        size: PAGE_SIZE,
        list: (range) => listPublishedNewsletters(supabase, { language, ...range }),
      }),
      listIssueRecordings(supabase, { language, limit: 1 }),
    ])
    const jsonLd = describeNewsletterArchive({
      siteUrl,
      settings,
      language,
      path: pagePath(NEWSLETTER_ISSUES_PATH, page),
      issues,
      position: (page - 1) * PAGE_SIZE + 1,
      t,
    })
    return { issues, page, hasNext, isHeard: heard.length > 0, jsonLd }
  },
  describe: ({ t, loaderData: { page, isHeard, jsonLd } }) => ({
    title: t('newsletter.issues.title'),
    description: t('newsletter.issues.description'),
    canonicalPath: pagePath(NEWSLETTER_ISSUES_PATH, page),
    newsletterFeed: true,
    isHeard,
    jsonLd,
  }),
  Page({ loaderData, language, t }) {
    const { issues, page, hasNext, isHeard } = loaderData
    return (
      <div className="page py-10 md:py-16">
        <div className="measure">
          <h1 className="font-display text-headline font-medium">{t('newsletter.issues.title')}</h1>
          <p className="mt-4 font-serif text-deck text-soft">{t('newsletter.issues.text')}</p>
          <p className="mt-4 flex flex-wrap gap-x-5 text-sm font-semibold">
            <a href={newsletterFeedPath(language)} className="py-1 underline underline-offset-4">
              {t('newsletter.issues.feed')}
            </a>{' '}
            {isHeard && (
              <a
                href={newsletterPodcastPath(language)}
                type="application/rss+xml"
                className="py-1 underline underline-offset-4"
              >
                {t('follow.podcast.title')}
              </a>
            )}
          </p>
          {issues.length > 0 ? (
            <ul className="mt-8 divide-y divide-line border-ink border-t-3">
              {issues.map(({ slug, started_at, subject, preheader, ...issue }) => {
                const isForeign = issue.language !== language
                return (
                  <li key={slug} className="py-6">
                    <p className="text-sm text-faint">
                      <time dateTime={htmlTime(started_at)}>{formatArticleDate(started_at, language)}</time>
                      {isForeign && ` · ${t('newsletter.issues.inEnglish')}`}
                    </p>
                    <h2
                      lang={issue.language}
                      className="mt-1 font-display text-title font-medium wrap-anywhere"
                    >
                      <LocalLink
                        to={newsletterIssuePath(slug, DEFAULT_LANGUAGE)}
                        className="decoration-2 underline-offset-4 hover:underline"
                      >
                        {subject}
                      </LocalLink>
                    </h2>
                    {preheader && (
                      <p
                        lang={issue.language}
                        className="mt-2 font-serif text-base leading-relaxed wrap-anywhere text-soft"
                      >
                        {preheader}
                      </p>
                    )}
                  </li>
                )
              })}
            </ul>
          ) : (
            <p className="mt-8 border-line border-y py-12 text-center font-serif text-deck">
              {t('newsletter.issues.empty')}
            </p>
          )}
          <Pagination
            page={page}
            hasNext={hasNext}
            pathOf={(number) => pagePath(NEWSLETTER_ISSUES_PATH, number)}
            labels={{ previous: t('newsletter.issues.newer'), next: t('newsletter.issues.older') }}
            className="mt-4 border-line border-t pt-4"
          />
        </div>
      </div>
    )
  },
})
