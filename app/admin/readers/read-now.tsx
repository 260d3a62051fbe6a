import { useQuery } from '@tanstack/react-query'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { PageName } from '#app/admin/readers/page-name.tsx'
import { recentViewsQuery } from '#app/admin/readers/readers-queries.ts'
import { SumTable } from '#app/admin/readers/sum-table.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'

/** What was read in the last half hour, read again every ten seconds while the page is in sight. */
export function ReadNow() {
  const recent = useQuery(recentViewsQuery)
  return (
    <PageSection id="now" title={t('readers.now.title')} intro={t('readers.now.intro')}>
      <QueryView query={recent} what={t('readers.now.what')} pending={<ListSkeleton rows={3} />}>
        {(pages) =>
          pages.length === 0 ? (
            <p className="text-sm text-soft">{t('readers.now.empty')}</p>
          ) : (
            <SumTable
              caption={t('readers.now.title')}
              columns={[t('readers.page'), t('readers.views')]}
              rows={pages.map(({ path, language, title, views }) => ({
                key: `${path} ${language}`,
                name: (
                  <PageName
                    name={title ?? (path === '/' ? t('readers.home') : path)}
                    lang={title ? language : undefined}
                    note={languageName(language)}
                  />
                ),
                figures: [views],
              }))}
            />
          )
        }
      </QueryView>
    </PageSection>
  )
}
