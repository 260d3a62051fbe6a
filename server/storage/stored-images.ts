import { buffer } from 'node:stream/consumers'
import type { ImageSource } from '#server/images/image-source.ts'
import { findObject, type StoredObject } from '#server/storage/objects/objects.ts'
import type { Storage } from '#server/storage/open-storage.ts'

/** The paths of uploads as articles have them. */
const PATH = /^storage\/v1\/object\/public\/(article-images)\/(.+)$/
const VERSION_LENGTH = 20

/** The uploaded images of articles, from which variants, placeholders and descriptions are made. */
export function storedImages(storage: Pick<Storage, 'sql' | 'backend'>): ImageSource {
  return async (path) => {
    const [, bucket, name] = PATH.exec(path) ?? []
    const object = bucket && name ? await findObject(storage.sql, { bucket, name }) : null
    return object && { version: versionOf(object), read: () => readStored(storage, object) }
  }
}

/** Changes with the bytes, and only with them. */
export function versionOf({ metadata }: StoredObject): string {
  return metadata.eTag.replaceAll('"', '').slice(0, VERSION_LENGTH)
}

/** @throws when the file is gone, for example because it was replaced at this moment */
export async function readStored(
  { backend }: Pick<Storage, 'backend'>,
  { name, version }: StoredObject,
): Promise<Buffer<ArrayBuffer>> {
  const stream = await backend.read(version)
  if (!stream) throw new Error(`The file of ${name} (${version}) is missing`)
  return (await buffer(stream)) as Buffer<ArrayBuffer>
}
