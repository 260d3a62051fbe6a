import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type SharpModule from 'sharp'

/** The package is loaded directly and not through the site's own module, whose settings are those of the image process. */
const sharp: typeof SharpModule = createRequire(import.meta.url)('sharp')

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** A small picture in one colour. */
export function paintImage(format: Format = 'png', { width = 60, height = 40, colour = '#c33' } = {}) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()
}

/** A picture as a camera stores it: turned, with the photographer's notice, and with the place where it was taken. */
export function photograph({ copyright = 'Nora Nordhaven 2026', orientation = 6 } = {}) {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#36c' } })
    .withExif({
      IFD0: { Copyright: copyright, Make: 'Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer()
}

/** A picture of noise, which no format can make small: nearly `bytes` long, and never more. */
export async function noiseOf(bytes: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  let side = Math.floor(Math.sqrt(bytes / 3.2))
  for (;;) {
    const raw = { width: side, height: side, channels: 3 } as const
    const image = sharp(randomBytes(side * side * 3), { raw })
    const encoded = await (format === 'png' ? image.png({ compressionLevel: 1 }) : image.jpeg()).toBuffer()
    if (encoded.length <= bytes && encoded.length > bytes * 0.95) return encoded
    side = Math.floor(side * Math.sqrt((bytes * 0.985) / encoded.length))
  }
}

/** Reads the metadata of an image, and the texts of its EXIF data. */
export async function inspectImage(bytes: Buffer | ArrayBuffer) {
  const metadata = await sharp(Buffer.from(bytes as ArrayBuffer), { animated: true }).metadata()
  return { ...metadata, exifText: metadata.exif?.toString('latin1') ?? '' }
}

export { sharp as imageLibrary }
