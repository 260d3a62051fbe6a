import { useQuery } from '@tanstack/react-query'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { ImportView } from '#app/admin/imports/import-view.tsx'
import { importQuery } from '#app/admin/imports/imports-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { z } from '#core/domain/schema.ts'
import type { Route } from './+types/import.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('imports.one'), matches)

const uuid = z.uuid()

export default function ImportPage({ params: { id } }: Route.ComponentProps) {
  const isId = uuid.safeParse(id).success
  const record = useQuery({ ...importQuery(id), enabled: isId })
  return (
    <>
      <BackLink to={IMPORTS_PATH}>{t('imports.title')}</BackLink>
      <h1 className="mb-3 font-display font-medium text-title-lg wrap-anywhere">
        {record.data ? t('imports.heading', { name: record.data.name }) : t('imports.one')}
      </h1>
      {isId ? (
        <QueryView query={record} what={t('imports.one')} pending={<ListSkeleton rows={4} />}>
          {(found) => (found ? <ImportView key={id} record={found} /> : <Missing />)}
        </QueryView>
      ) : (
        <Missing />
      )}
    </>
  )
}

const Missing = () => <p className="text-sm text-soft">{t('imports.missing')}</p>
