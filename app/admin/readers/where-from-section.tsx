import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { formatFigure } from '#app/admin/readers/format-figure.ts'
import { groupReferrers } from '#app/admin/readers/where-from.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Readership } from '#core/domain/readership.ts'

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

/** A sentence for the readers of each language. Hosts are text, because anybody can send any host. */
export function WhereFromSection({ readership }: { readership: Readership }) {
  const groups = groupReferrers(readership)
  return (
    <PageSection id="where-from" title={t('readers.from.title')} intro={t('readers.from.intro')}>
      {groups.length === 0 ? (
        <p className="text-sm text-soft">{t('readers.from.none')}</p>
      ) : (
        <ul className="max-w-prose space-y-2 text-sm wrap-anywhere">
          {groups.map(({ language, hosts, others }) => {
            const sites = hosts.map(({ host, views }) =>
              t('readers.from.site', { host, views: formatFigure(views) }),
            )
            if (others > 0) sites.push(t('readers.from.others', { views: formatFigure(others) }))
            return (
              <li key={language}>
                {t('readers.from.sentence', { language: languageName(language), sites: LIST.format(sites) })}
              </li>
            )
          })}
        </ul>
      )}
    </PageSection>
  )
}
