const COPYRIGHT_TAG = 0x82_98
const ASCII = 2
const MAX_ENTRIES = 500
const MAX_LENGTH = 500

/** The copyright notice in the EXIF data of an image, or null. Offsets in the data are checked, and nothing outside is read. */
export function readCopyright(exif: Buffer | undefined): string | null {
  if (!exif) return null
  // In a JPEG, EXIF data begin with this name; what follows is a TIFF file.
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const read32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const first = read32(4)
  if (first + 2 > tiff.length) return null
  const entries = Math.min(read16(first), MAX_ENTRIES)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12
    if (at + 12 > tiff.length) return null
    if (read16(at) !== COPYRIGHT_TAG || read16(at + 2) !== ASCII) continue
    const length = Math.min(read32(at + 4), MAX_LENGTH)
    // A value of up to four bytes is in the entry itself.
    const start = length <= 4 ? at + 8 : read32(at + 8)
    return clean(tiff.subarray(start, start + length).toString('utf8'))
  }
  return null
}

/** The tag may have two notices, the photographer's and the editor's, separated by NUL. */
function clean(text: string): string | null {
  const notice = text
    .replaceAll('\0', ' ')
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '')
    .trim()
  return notice === '' ? null : notice
}
