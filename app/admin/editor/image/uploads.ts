import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { useCallback, useEffect, useRef, useState } from 'react'
import { imageMarkdown } from '#app/admin/editor/image/image-markdown.ts'
import { enclosingNode } from '#app/admin/editor/text/formats-at-cursor.ts'
import { blockChange } from '#app/admin/editor/text/formatting.ts'
import { t } from '#app/admin/kit/messages.ts'
import { describeUploadError, uploadImage } from '#app/admin/media/upload-image.ts'
import { useToast } from '#app/components/ui/toast.tsx'

interface Upload {
  id: number
  /** The text of the placeholder. */
  label: string
  /** The progress, from 0 to 1. */
  fraction: number
}

const setUpload = StateEffect.define<Upload & { at: number | null }>({
  map: (upload, changes) => ({ ...upload, at: upload.at === null ? null : changes.mapPos(upload.at, 1) }),
})
const removeUpload = StateEffect.define<number>()

/** Placeholders for images that are being uploaded. They are not part of the text, and move with what is around them. */
export const uploads = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    let placeholders = value.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(removeUpload)) {
        placeholders = placeholders.update({ filter: (_from, _to, { spec }) => spec.id !== effect.value })
      } else if (effect.is(setUpload)) {
        const { id, at } = effect.value
        const place = at ?? findUpload(placeholders, id)
        if (place === null) continue
        const widget = new UploadWidget(effect.value)
        placeholders = placeholders.update({
          filter: (_from, _to, { spec }) => spec.id !== id,
          add: [Decoration.widget({ widget, id, side: 1 }).range(place)],
        })
      }
    }
    return placeholders
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Shows a placeholder after the block around a position: an image becomes a paragraph of its own. */
function beginUpload(view: EditorView, upload: Omit<Upload, 'fraction'>, at: number): void {
  const place = endOfBlock(view.state, Math.min(at, view.state.doc.length))
  view.dispatch({ effects: setUpload.of({ ...upload, fraction: 0, at: place }) })
}

function showProgress(view: EditorView, upload: Upload): void {
  view.dispatch({ effects: setUpload.of({ ...upload, at: null }) })
}

/** Removes the placeholder; with an address, inserts the image there. Returns its range, or null. */
function endUpload(view: EditorView, id: number, address?: string): { from: number; to: number } | null {
  const at = findUpload(view.state.field(uploads), id)
  const effects = removeUpload.of(id)
  if (at === null || address === undefined) {
    view.dispatch({ effects })
    return null
  }
  const block = imageMarkdown({ alt: '', address, caption: '', credit: '' })
  const line = view.state.doc.lineAt(at)
  const from = line.text.trim() ? at : line.from
  const { change, start } = blockChange(view.state, { from, to: at, block })
  view.dispatch({ changes: change, effects, userEvent: 'input.image' })
  return { from: start, to: start + block.length }
}

function findUpload(placeholders: DecorationSet, id: number): number | null {
  for (const cursor = placeholders.iter(); cursor.value; cursor.next()) {
    if (cursor.value.spec.id === id) return cursor.from
  }
  return null
}

function endOfBlock(state: EditorState, at: number): number {
  const block = enclosingNode(state, { from: at, to: at }, ['Table', 'FencedCode'])
  return state.doc.lineAt(block?.to ?? at).to
}

class UploadWidget extends WidgetType {
  readonly upload: Upload

  constructor(upload: Upload) {
    super()
    this.upload = upload
  }

  override eq({ upload }: UploadWidget): boolean {
    return upload.id === this.upload.id && upload.fraction === this.upload.fraction
  }

  override toDOM(): HTMLElement {
    const placeholder = document.createElement('span')
    placeholder.className = 'cm-upload'
    const progress = document.createElement('progress')
    progress.setAttribute('aria-label', this.upload.label)
    // Without a value the progress bar is indeterminate.
    if (this.upload.fraction > 0) progress.value = this.upload.fraction
    placeholder.append(this.upload.label, progress)
    return placeholder
  }

  override updateDOM(placeholder: HTMLElement): boolean {
    const progress = placeholder.querySelector('progress')
    if (progress && this.upload.fraction > 0) progress.value = this.upload.fraction
    return progress !== null
  }
}

/** An uploaded image without alternative text and caption. */
interface UploadedImage {
  address: string
  /** The position at which it was inserted. */
  at: number
}

/** Uploads image files into the text, one after the other. `uploaded` is the first image whose texts are to be entered. */
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
