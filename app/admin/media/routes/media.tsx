import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { useFocusAfterClose, useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { MediaLibrary } from '#app/admin/media/media-library.tsx'
import { MediaPage } from '#app/admin/media/media-page.tsx'
import { MEDIA_KEY, MEDIA_TABLE } from '#app/admin/media/media-queries.ts'
import { UploadProgress, useUpload } from '#app/admin/media/upload-progress.tsx'

export const handle: ScreenHandle = { title: t('media.page.title') }

export default function Media() {
  const table = useTableAddress(MEDIA_TABLE)
  const { open } = table.address
  const page = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLElement>(null)
  useFocusAfterClose(open, (id) => page.current?.querySelector<HTMLElement>(`[data-media="${id}"]`)?.focus())

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

const MAX_AT_ONCE = 20

/** Takes one or several pictures for the library. They are uploaded one after the other. */
function UploadArea() {
  const queries = useQueryClient()
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [tooMany, setTooMany] = useState(false)
  const upload = useUpload(() => {
    void queries.invalidateQueries({ queryKey: MEDIA_KEY })
    uploadNext()
  })
  const busy = upload.state.status !== 'idle'

  function uploadNext() {
    const [next, ...rest] = waiting
    setWaiting(rest)
    if (next) upload.start(next)
  }

  function addFiles(files: File[]) {
    const taken = files.slice(0, MAX_AT_ONCE - waiting.length)
    setTooMany(taken.length < files.length)
    const [first, ...rest] = taken
    if (!first) return
    if (busy) return setWaiting([...waiting, ...taken])
    setWaiting([...waiting, ...rest])
    upload.start(first)
  }

  const drop = useFileDrop(addFiles)
  return (
    <section
      aria-label={t('media.upload.area')}
      {...drop.handlers}
      className={`mb-8 rounded-sm border border-dashed p-4 sm:p-5 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <BrowseButton label={t('media.upload.browse')} multiple size="md" onFiles={addFiles} />
        <p className="text-faint text-sm">
          {t('media.upload.drop')} {t('media.upload.hint')}
        </p>
      </div>
      <UploadProgress
        upload={{
          ...upload,
          // After a cancelled upload the others continue.
          cancel() {
            upload.cancel()
            uploadNext()
          },
        }}
      />
      {waiting.length > 0 && (
        <p role="status" className="mt-2 text-faint text-sm">
          {t('media.upload.waiting', { count: waiting.length })}
        </p>
      )}
      {tooMany && (
        <Notice tone="warning" role="alert" className="mt-3">
          <p>{t('media.upload.tooMany', { most: MAX_AT_ONCE })}</p>
        </Notice>
      )}
    </section>
  )
}
