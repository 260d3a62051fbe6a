import type { Upload } from '#app/admin/media/use-upload.ts'
import { t } from '#app/admin/messages.ts'
import { Button } from '#app/components/ui/button.tsx'

/** How far an upload is, with a way to stop it; or why it failed, with a way to try it again. */
export function UploadProgress({ upload }: { upload: Upload }) {
  const { state, cancel, retry } = upload
  if (state.status === 'idle') return null
  if (state.status === 'failed') {
    return (
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="alert" className="min-w-0 grow basis-48 text-red text-sm wrap-anywhere">
          {t('media.upload.failed.file', { name: state.file.name, why: state.message })}
        </p>
        <div className="flex gap-2">
          {state.again && (
            <Button variant="secondary" size="sm" onClick={retry}>
              {t('media.upload.again')}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={cancel}>
            {t('media.upload.dismiss')}
          </Button>
        </div>
      </div>
    )
  }
  const { file, fraction } = state
  const percent = Math.round(fraction * 100)
  return (
    <div className="mt-3 flex items-center gap-4">
      <div className="min-w-0 grow">
        <p className="text-sm wrap-anywhere">
          {fraction < 1
            ? t('media.upload.progress', { name: file.name, percent })
            : t('media.upload.working', { name: file.name })}
        </p>
        <progress
          aria-label={t('media.upload.label', { name: file.name })}
          max={100}
          value={percent}
          className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-sm bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
        />
      </div>
      <Button variant="secondary" size="sm" onClick={cancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}
