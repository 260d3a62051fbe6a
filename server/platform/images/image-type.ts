/** The formats of images that the site takes and shows. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]

/** The names that hosted Supabase has for the ways to fill a width and a height. */
export const RESIZE_MODES = ['cover', 'contain', 'fill'] as const
export type ResizeMode = (typeof RESIZE_MODES)[number]

/** The number of bytes that `imageTypeOf` reads. */
export const SIGNATURE_BYTES = 12

/** The format by the first bytes of a file, or null; the name of a file is ignored. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'image/avif'
  return null
}
