import { useCallback, useEffect, useRef, useState } from 'react'
import { canTryAgain, describeUploadError } from '#app/admin/media/describe-upload-error.ts'
import { requireUploadable, uploadImage } from '#app/admin/media/upload-image.ts'
import { t } from '#app/admin/messages.ts'
import { useToast } from '#app/components/ui/toast.tsx'

export type UploadState =
  | { status: 'idle' }
  /** `fraction`: how much has been sent. At 1 the server works on the picture. */
  | { status: 'uploading'; file: File; fraction: number }
  /** The file is kept, so that it can be tried again. */
  | { status: 'failed'; file: File; message: string; again: boolean }

export interface Upload {
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
