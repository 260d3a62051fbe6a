import { useEffect, useRef } from 'react'
import { MediaLibrary } from '#app/admin/media/media-library.tsx'
import { MediaPage } from '#app/admin/media/media-page.tsx'
import { MEDIA_TABLE } from '#app/admin/media/media-queries.ts'
import { UploadArea } from '#app/admin/media/upload-area.tsx'
import { t } from '#app/admin/messages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import type { Route } from './+types/media.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('media.page.title'), matches)

export default function Media() {
  const table = useTableAddress(MEDIA_TABLE)
  const { open } = table.address
  const page = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  const lastOpen = useRef(open)

  // After a picture is closed, its link gets focus.
  useEffect(() => {
    const id = lastOpen.current
    lastOpen.current = open
    if (!open && id) page.current?.querySelector<HTMLElement>(`[data-media="${id}"]`)?.focus()
  }, [open])

  return (
    <div ref={page}>
      <h1 className="mb-6 font-display font-medium text-title-lg">{t('media.page.title')}</h1>
      {open ? (
        <MediaPage key={open} id={open} backTo={table.linkTo({ open: null })} />
      ) : (
        <>
          <UploadArea />
          <MediaLibrary table={table} results={results} />
        </>
      )}
    </div>
  )
}
