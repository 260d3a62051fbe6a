import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { AddPageDialog } from '#app/admin/pages/add-page-dialog.tsx'
import { DeletedPages } from '#app/admin/pages/deleted-pages.tsx'
import { PageList } from '#app/admin/pages/page-list.tsx'
import { pagesQuery } from '#app/admin/pages/page-queries.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Route } from './+types/pages.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('pages.title'), matches)

export default function Pages() {
  const pages = useQuery(pagesQuery)
  const [adds, setAdds] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="max-w-prose">
          <h1 ref={heading} tabIndex={-1} className="font-display font-medium text-title-lg">
            {t('pages.title')}
          </h1>
          <p className="mt-1.5 text-sm text-soft">{t('pages.intro')}</p>
        </div>
        <Button size="sm" onClick={() => setAdds(true)}>
          <Plus aria-hidden size={16} />
          {t('pages.add')}
        </Button>
      </div>
      <QueryView query={pages} what={t('pages.what')} pending={<ListSkeleton rows={5} />}>
        {(rows) => (
          <>
            <PageList rows={rows} focusAfter={heading} />
            <DeletedPages rows={rows} focusAfter={heading} />
          </>
        )}
      </QueryView>
      {adds && <AddPageDialog onClose={() => setAdds(false)} />}
    </>
  )
}
