import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { IMPORTS_PATH } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { BackLink } from '#app/admin/kit/ui/page-section.tsx'
import { importQuery } from '#app/admin/operations/imports/import-action.tsx'
import { ImportView } from '#app/admin/operations/imports/import-view.tsx'
import { z } from '#core/domain/schema.ts'
import type { Route } from './+types/import.ts'

export const handle: ScreenHandle = { title: t('imports.one') }

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
