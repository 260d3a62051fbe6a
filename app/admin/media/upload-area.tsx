import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowseButton, useFileDrop } from '#app/admin/media/file-input.tsx'
import { MEDIA_KEY } from '#app/admin/media/media-queries.ts'
import { UploadProgress, useUpload } from '#app/admin/media/upload-progress.tsx'
import { t } from '#app/admin/messages.ts'
import { Notice } from '#app/admin/ui/notice.tsx'

const MAX_AT_ONCE = 20

/** Takes one or several pictures for the library. They are uploaded one after the other. */
export function UploadArea() {
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
