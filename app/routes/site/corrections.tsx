import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Pagination } from '#app/components/layout/pagination.tsx'
import { servePage } from '#app/document/serve-page.tsx'
import { loadListPage } from '#app/routes/list-page.ts'
import { listPublishedCorrections } from '#core/data/article-corrections.ts'
import { CORRECTIONS_TAG } from '#core/domain/page-tags.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import { articlePath, CORRECTIONS_PATH, legalPath, pagePath } from '#core/paths.ts'

const PAGE_SIZE = 25

/** The corrections of the articles in the reader's language, the latest first. */
export const loader = servePage({
  parameters: ['page'],
  async load({ server, language, query }) {
    const { supabase, tag } = server
    const { page } = query
    tag(CORRECTIONS_TAG)
    const { rows: corrections, hasNext } = await loadListPage({
      path: CORRECTIONS_PATH,
      language,
      page,
      size: PAGE_SIZE,
      list: (range) => listPublishedCorrections(supabase, { language, ...range }),
    })
    return { corrections, page, hasNext }
  },
  describe: ({ t, loaderData: { page } }) => ({
    title: t('corrections.title'),
    description: t('corrections.description'),
    canonicalPath: pagePath(CORRECTIONS_PATH, page),
    // A later page lists other articles in another language.
    ...(page > 1 && { versions: [] }),
  }),
  Page({ loaderData, language, t }) {
    const { corrections, page, hasNext } = loaderData
    return (
      <div className="page py-10 md:py-16">
        <div className="measure">
          <h1 className="font-display text-headline font-medium">{t('corrections.title')}</h1>
          <p className="mt-4 font-serif text-deck text-soft">{t('corrections.text')}</p>
          <LocalLink
            to={legalPath('contact')}
            className="mt-4 inline-block py-1 text-sm font-semibold underline underline-offset-4"
          >
            {t('corrections.report')}
          </LocalLink>
          {corrections.length > 0 ? (
            <ul className="mt-8 divide-y divide-line border-ink border-t-3">
              {corrections.map(({ id, corrected_at, text, slug, title }) => (
                <li key={id} className="py-6">
                  <time dateTime={htmlTime(corrected_at)} className="text-sm text-faint">
                    {formatArticleDate(corrected_at, language)}
                  </time>
                  <h2 className="mt-1 font-display text-title font-medium wrap-anywhere">
                    <LocalLink
                      to={articlePath({ slug })}
                      className="decoration-2 underline-offset-4 hover:underline"
                    >
                      {title}
                    </LocalLink>
                  </h2>
                  <p className="mt-2 font-serif text-base leading-relaxed whitespace-pre-line wrap-anywhere text-soft">
                    {text}
                  </p>
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-8 border-line border-y py-12 text-center font-serif text-deck">
              {t('corrections.empty')}
            </p>
          )}
          <Pagination
            page={page}
            hasNext={hasNext}
            pathOf={(number) => pagePath(CORRECTIONS_PATH, number)}
            labels={{ previous: t('corrections.newer'), next: t('corrections.older') }}
            className="mt-4 border-line border-t pt-4"
          />
        </div>
      </div>
    )
  },
})
