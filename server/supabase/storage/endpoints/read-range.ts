import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '#server/supabase/storage/backend/storage-backend.ts'

/**
 * The range that a request asks for (RFC 9110, section 14). Null for the whole file, also when the header asks for several ranges
 * or cannot be read, or when `If-Range` names another version.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { size, eTag }: { size: number; eTag: string },
): ByteRange | 'unsatisfiable' | null {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== eTag) return null
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    // The last bytes.
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
