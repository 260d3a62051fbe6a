import { useQuery } from '@tanstack/react-query'
import { DownloadRefused } from '#app/admin/backups/download-refused.tsx'
import { ExportDownload } from '#app/admin/imports/export-download.tsx'
import { ImportList } from '#app/admin/imports/import-list.tsx'
import { importsQuery } from '#app/admin/imports/imports-queries.ts'
import { StartImport } from '#app/admin/imports/start-import.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SystemHeading } from '#app/admin/system/system-heading.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'

/** Moving in and out: where an import begins, the earlier ones, and the export. */
export function ImportsPage() {
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
