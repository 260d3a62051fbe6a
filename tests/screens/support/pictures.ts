import type { Locator } from 'vitest/browser'
import type { ListedFile } from '#core/data/media-files.ts'
import { foldLetters } from '#core/languages/fold-letters.ts'
import { json, type Network } from './network.ts'

/** A picture of the library, which nothing uses and of which nothing is known. */
export function aPicture(name: string, values: Partial<ListedFile> = {}): ListedFile {
  const at = values.uploaded_at ?? '2026-11-20T09:00:00+00:00'
  return {
    id: crypto.randomUUID(),
    name: `articles/${name}`,
    type: 'image/png',
    size: 1000,
    version: null,
    uploaded_at: at,
    updated_at: at,
    alts: {},
    decorative: false,
    captions: {},
    credit: null,
    licence: null,
    licence_url: null,
    focus_x: 50,
    focus_y: 50,
    original_name: name,
    source_url: null,
    described: false,
    use: 'none',
    in_articles: 0,
    in_drafts: 0,
    in_trash: 0,
    in_revisions: 0,
    in_copies: 0,
    in_pages: 0,
    changeable: true,
    ...values,
  }
}

/** Puts a picture into the library, whose list and whose rows are the same. */
export function addPicture({ tables }: Pick<Network, 'tables'>, picture: ListedFile): void {
  const row = Object.defineProperty({ ...picture }, 'words', {
    get: () => foldLetters(JSON.stringify([row.original_name, row.alts, row.captions, row.credit])),
  })
  tables.media_files?.unshift(row as never)
  tables.media_library?.unshift(row as never)
}

/** Takes an uploaded file into the library, as the storage does; undefined for any other request. */
export async function storeUpload(
  network: Pick<Network, 'tables'>,
  request: Request,
): Promise<Response | undefined> {
  const [, name] = /\/storage\/v1\/object\/article-images\/articles\/(.+)$/.exec(request.url) ?? []
  if (request.method !== 'POST' || !name) return undefined
  const files = [...(await request.formData()).values()].filter((value) => value instanceof File)
  addPicture(network, aPicture(name, { original_name: files[0]?.name ?? null }))
  return json({ Key: `article-images/articles/${name}`, Id: crypto.randomUUID() })
}

/** A picture as a file, of one colour. */
export async function paintFile(name: string, colour = '#3c3'): Promise<File> {
  const canvas = new OffscreenCanvas(160, 90)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Nothing can be painted')
  context.fillStyle = colour
  context.fillRect(0, 0, canvas.width, canvas.height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

/** Drops files on an element, as a hand does. */
export function dropFiles(target: Locator, ...files: File[]): void {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const { left, top } = target.element().getBoundingClientRect()
  const place = { clientX: left + 40, clientY: top + 20, dataTransfer, bubbles: true, cancelable: true }
  target.element().dispatchEvent(new DragEvent('drop', place))
}
