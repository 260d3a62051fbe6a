import type { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { beginUpload, endUpload, showProgress } from '#app/admin/editor/image/uploads.ts'
import { describeUploadError, uploadImage } from '#app/admin/media/upload-image.ts'
import { t } from '#app/admin/messages.ts'
import { useToast } from '#app/components/ui/toast.tsx'

/** An uploaded image whose texts are to be asked for. */
interface UploadedImage {
  address: string
  /** Where it was put. */
  at: number
}

/** Uploads image files into the text, one after the other. `uploaded` is the first image that lacks its texts. */
export function useImageUploads() {
  const { toast } = useToast()
  const [uploaded, setUploaded] = useState<UploadedImage[]>([])
  const lastId = useRef(0)
  const stopping = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    stopping.current = controller
    return () => controller.abort()
  }, [])

  async function upload(view: EditorView, file: File, id: number): Promise<void> {
    const { signal } = stopping.current
    const label = t('editor.image.uploading', { name: shorten(file.name) })
    try {
      const { path } = await uploadImage(file, {
        signal,
        onProgress: (fraction) => signal.aborted || showProgress(view, { id, label, fraction }),
      })
      if (signal.aborted) return
      const place = endUpload(view, id, path)
      if (place) setUploaded((waiting) => [...waiting, { address: path, at: place.from }])
      toast({ title: t('media.upload.done'), description: t('media.upload.done.text') })
    } catch (error) {
      if (signal.aborted) return
      endUpload(view, id)
      toast(describeUploadError(error))
    }
  }

  async function uploadAll(view: EditorView, files: File[], at: number): Promise<void> {
    const waiting = files.map((file) => {
      lastId.current += 1
      const id = lastId.current
      beginUpload(view, { id, label: t('editor.image.uploading', { name: shorten(file.name) }) }, at)
      return { file, id }
    })
    for (const { file, id } of waiting) await upload(view, file, id)
  }

  /** Goes on to the next image that lacks its texts. */
  const next = useCallback(() => setUploaded(([, ...others]) => others), [])
  return { uploaded: uploaded[0] ?? null, uploadAll, next }
}

function shorten(name: string): string {
  const characters = [...name]
  return characters.length <= 40
    ? name
    : `${characters.slice(0, 30).join('')}…${characters.slice(-8).join('')}`
}
