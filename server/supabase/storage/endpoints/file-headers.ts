import { IMAGE_TYPES } from '#server/platform/images/image-type.ts'
import type { StorageRequest } from '#server/supabase/storage/endpoints/endpoint.ts'
import { invalidRequest } from '#server/supabase/storage/storage-error.ts'

const MAX_DOWNLOAD_NAME = 255

/**
 * The headers under which a file of somebody else can be shown without being trusted: a browser that opens its address runs nothing,
 * and takes it for nothing but the image that it is. Types that are not in our list are only downloaded.
 */
export function fileHeaders(options: {
  type: string
  name: string
  /** The parameter `download`: a name to save as, or empty for the object's own. */
  download: string | null
}): Record<string, string> {
  const { type, name, download } = options
  const isImage = IMAGE_TYPES.some((known) => known === type)
  const saveAs = download || (name.split('/').at(-1) ?? '')
  const disposition = isImage && download === null ? 'inline' : 'attachment'
  return {
    'content-type': isImage ? type : 'application/octet-stream',
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeName(saveAs)}`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
}

/**
 * Refuses parameters that an address cannot have: one that is ignored would mislead.
 * @throws StorageError
 */
export function requireParameters({ query }: StorageRequest, known: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalidRequest(`querystring must NOT have ${JSON.stringify(unknown.slice(0, 40))}`)
  const twice = known.find((name) => query.getAll(name).length > 1)
  if (twice) throw invalidRequest(`querystring/${twice} must be given once`)
}

/** As RFC 8187 wants it: also quotes, brackets and asterisks are encoded. */
function encodeName(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_DOWNLOAD_NAME).toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
