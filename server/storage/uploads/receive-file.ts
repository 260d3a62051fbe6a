import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { imageTypeOf, SIGNATURE_BYTES } from '#server/images/image-type.ts'
import { noContent, tooLarge, unusableImage } from '#server/storage/storage-error.ts'

/**
 * Writes what arrives to a new file, piece by piece. Reading stops at once when there is more than allowed, or when the first bytes
 * are not those of an image.
 * @throws StorageError
 */
export async function receiveFile(source: Readable, path: string, maxBytes: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await write(source, file, maxBytes)
  } finally {
    await file.close()
  }
}

async function write(source: Readable, file: FileHandle, maxBytes: number): Promise<void> {
  let size = 0
  let head: Buffer | null = Buffer.alloc(0)
  // The source is not destroyed when reading stops: the client of a refused upload is to read the refusal.
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    if (head) {
      head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)])
      if (head.length >= SIGNATURE_BYTES) {
        requireImage(head)
        head = null
      }
    }
    await file.writeFile(chunk)
  }
  if (size === 0) throw noContent()
  if (head) requireImage(head)
}

function requireImage(head: Buffer): void {
  if (!imageTypeOf(head)) throw unusableImage('it does not begin like a JPEG, PNG, GIF, WebP or AVIF')
}
