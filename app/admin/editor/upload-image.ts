import { Refusal } from '#app/admin/errors/refusal.ts'
import { unwrap } from '#app/admin/errors/unwrap.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'

const BUCKET = 'article-images'
const MAX_BYTES = 5 * 1024 * 1024

interface UploadOptions {
  onProgress?: (fraction: number) => void
  signal?: AbortSignal
}

/**
 * Stores an image and returns its path on this site.
 * @throws {Refusal} `invalid_file_type` or `file_too_large`
 */
export async function uploadImage(
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<{ path: string }> {
  if (!file.type.startsWith('image/')) throw new Refusal('invalid_file_type')
  if (file.size > MAX_BYTES) throw new Refusal('file_too_large')
  onProgress?.(0)
  return signedIn(async (client) => {
    signal?.throwIfAborted()
    const files = client.storage.from(BUCKET)
    const { path } = unwrap(await files.upload(newPath(file), file, { contentType: file.type }))
    onProgress?.(1)
    return { path: new URL(files.getPublicUrl(path).data.publicUrl).pathname }
  })
}

/** The name of the file is its author's business; only its ending is kept. */
function newPath(file: File): string {
  const extension = /\.([a-z\d]{1,5})$/i.exec(file.name)?.[1] ?? file.type.slice('image/'.length)
  const random = crypto.randomUUID().slice(0, 8)
  return `articles/${Date.now()}-${random}.${extension.toLowerCase().replace(/[^a-z\d]/g, '')}`
}
