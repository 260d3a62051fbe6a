import type { StoredObject } from '#server/storage/objects/objects.ts'

/** An object as lists of the official client have it. */
export function present({
  id,
  bucket_id,
  name,
  created_at,
  updated_at,
  last_accessed_at,
  metadata,
}: StoredObject) {
  return { name, id, bucket_id, created_at, updated_at, last_accessed_at, metadata }
}
