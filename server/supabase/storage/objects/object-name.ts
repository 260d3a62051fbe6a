import { invalidKey } from '#server/supabase/storage/storage-error.ts'

/** Bytes of a name, and of one part of it: what a file system can hold, should a backup be unpacked there. */
const MAX_BYTES = 1024
const MAX_PART_BYTES = 255

/** The characters that S3 calls safe or usable, but the slash, which separates parts. */
const PART = /^[\w!.*'() &$=@;:+,-]+$/

/**
 * Checks the name of an object. Names never become paths on disk; but they become addresses, where `..` would lead elsewhere, and a
 * part that begins with a dot is hidden in most programs.
 * @throws StorageError
 */
export function requireObjectName(name: string): string {
  const parts = name.split('/')
  const isValid =
    name.length <= MAX_BYTES &&
    parts.every((part) => part.length <= MAX_PART_BYTES && PART.test(part) && !part.startsWith('.'))
  if (!isValid) throw invalidKey(name)
  return name
}

/**
 * The decoded parts of the path of an address, as its client sent it: nothing was resolved or normalised before.
 * @throws StorageError when it cannot be decoded, or decodes to text that holds a separator
 */
export function decodeParts(path: string): string[] {
  return path.split('/').map((encoded) => {
    try {
      const part = decodeURIComponent(encoded)
      if (!/[/\\\0]/.test(part)) return part
    } catch {
      // Not valid percent-encoding of UTF-8.
    }
    throw invalidKey(encoded)
  })
}
