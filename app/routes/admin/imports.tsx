import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DownloadRefused } from '#app/admin/backups/download-refused.tsx'
import { formatCount, STATES } from '#app/admin/imports/describe-import.ts'
import { ExportDownload } from '#app/admin/imports/export-download.tsx'
import { ImportFacts } from '#app/admin/imports/import-facts.tsx'
import { importPath } from '#app/admin/imports/import-paths.ts'
import { importsQuery } from '#app/admin/imports/imports-queries.ts'
import { StartImport } from '#app/admin/imports/start-import.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { SystemHeading } from '#app/admin/system/system-heading.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { ImportSummary } from '#core/domain/site-import.ts'
import type { Route } from './+types/imports.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('imports.title'), matches)

/** Moving in and out: where an import begins, the earlier ones, and the export. */
export default function Imports() {
  const imports = useQuery(importsQuery)
  return (
    <>
      <SystemHeading />
      <p className="mb-7 max-w-prose text-sm text-soft">{t('imports.intro')}</p>
      <DownloadRefused />
      <PageSection id="import" title={t('imports.start')} intro={t('imports.start.intro')}>
        <StartImport imports={imports.data ?? []} />
      </PageSection>
      <PageSection id="imports" title={t('imports.list')} intro={t('imports.list.intro')}>
        <QueryView query={imports} what={t('imports.list.what')} pending={<ListSkeleton rows={2} />}>
          {(rows) => <ImportList imports={rows} />}
        </QueryView>
      </PageSection>
      <PageSection id="export" title={t('imports.export')} intro={t('imports.export.intro')}>
        <ExportDownload />
      </PageSection>
    </>
  )
}

/** The imports that there were, with their states. */
function ImportList({ imports }: { imports: readonly ImportSummary[] }) {
  if (imports.length === 0) return <p className="text-sm text-soft">{t('imports.list.none')}</p>
  return (
    <ul aria-labelledby="imports" className="divide-y divide-line">
      {imports.map((one) => {
        const { tone, label } = STATES[one.state]
        return (
          <li key={one.id} className="pt-1.5 pb-4 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-x-3 text-sm">
              <Link
                to={importPath(one.id)}
                className="inline-flex min-h-11 min-w-0 items-center font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
              >
                {one.name}
              </Link>
              <Badge tone={tone}>{label}</Badge>
            </p>
            <p className="text-faint text-sm">
              {one.articles > 0 &&
                `${t('imports.articles', { count: one.articles, shown: formatCount(one.articles) })} · `}
              <ImportFacts record={one} />
            </p>
            {one.problem && <p className="mt-1 text-sm text-soft wrap-anywhere">{one.problem}</p>}
          </li>
        )
      })}
    </ul>
  )
}
