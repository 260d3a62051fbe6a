import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { ProgressBar } from '#app/admin/kit/ui/notice.tsx'
import {
  canTryAgain,
  describeUploadError,
  requireUploadable,
  uploadImage,
} from '#app/admin/media/upload-image.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'

/** Shows how far an upload is, with a way to stop it; or why it failed, with a way to try it again. */
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
  const { file, fraction, waitSeconds } = state
  const percent = Math.round(fraction * 100)
  return (
    <div className="mt-3 flex items-center gap-4">
      <div className="min-w-0 grow">
        <p className="text-sm wrap-anywhere">
          {waitSeconds
            ? t('media.upload.busy', { name: file.name, count: waitSeconds })
            : fraction < 1
              ? t('media.upload.progress', { name: file.name, percent })
              : t('media.upload.working', { name: file.name })}
        </p>
        <ProgressBar label={t('media.upload.label', { name: file.name })} value={percent / 100} />
      </div>
      <Button variant="secondary" size="sm" onClick={cancel}>
        {t('ui.cancel')}
      </Button>
    </div>
  )
}

type UploadState =
  | { status: 'idle' }
  /** `fraction`: how much has been sent. At 1 the server works on the picture. `waitSeconds`: when a busy server is asked again. */
  | { status: 'uploading'; file: File; fraction: number; waitSeconds?: number }
  /** The file is kept, so that it can be tried again. */
  | { status: 'failed'; file: File; message: string; again: boolean }

interface Upload {
  state: UploadState
  /** Uploads a file in place of the one that is being uploaded. */
  start: (file: File) => void
  cancel: () => void
  /** Sends the file that failed once more. */
  retry: () => void
}

/** One upload at a time, with its progress and its toasts. `onDone` gets the address relative to the site. */
export function useUpload(onDone: (path: string) => void): Upload {
  const { toast } = useToast()
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const running = useRef<AbortController | null>(null)
  const done = useRef(onDone)
  done.current = onDone

  const cancel = useCallback(() => {
    running.current?.abort()
    running.current = null
    setState({ status: 'idle' })
  }, [])

  const start = useCallback(
    async (file: File) => {
      running.current?.abort()
      const controller = new AbortController()
      running.current = controller
      const isCurrent = () => running.current === controller
      try {
        requireUploadable(file)
        setState({ status: 'uploading', file, fraction: 0 })
        const { path } = await uploadImage(file, {
          signal: controller.signal,
          onProgress: (fraction) => isCurrent() && setState({ status: 'uploading', file, fraction }),
          onWait: (waitSeconds) =>
            isCurrent() && setState({ status: 'uploading', file, fraction: 0, waitSeconds }),
        })
        if (!isCurrent()) return
        setState({ status: 'idle' })
        toast({ title: t('media.upload.done'), description: t('media.upload.done.text') })
        done.current(path)
      } catch (error) {
        if (!isCurrent()) return
        const described = describeUploadError(error)
        setState({ status: 'failed', file, message: described.description, again: canTryAgain(error) })
        toast(described)
      }
    },
    [toast],
  )

  useEffect(() => () => running.current?.abort(), [])

  return {
    state,
    start: (file) => void start(file),
    cancel,
    retry: () => void (state.status === 'failed' && start(state.file)),
  }
}
