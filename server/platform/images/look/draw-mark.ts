import { createElement } from 'react'
import satori from 'satori'
import { PLATE_MARGIN } from '#core/look/logo.ts'
import type { Mark } from '#core/look/mark.ts'
import { GROUNDS } from '#core/look/palette.ts'
import { rasterize, sharp } from '#server/platform/images/pixels/open-image.ts'
import { drawLogo } from '#server/platform/images/share/art/logo.ts'
import { drawableText, loadFaces, SANS, SERIF } from '#server/platform/images/share/text-layout.ts'

const PAPER = '#f5efe3'
const INK = '#1d1b26'
/** The size of the drawing of a mark. */
export const MARK_SIZE = 64

/** An icon in a square of this size. */
export interface IconPicture {
  size: number
  /** The drawing's share of the width; systems cut masked icons to a circle of 80 %. */
  share: number
  /** True if the square has round corners, as in the tabs of browsers. */
  isRound: boolean
}

/** The shipped eye or a letter, in a square of 64 by 64. `isFilled`: up to its edges. */
export async function drawMark(
  mark: Exclude<Mark, { kind: 'file' }>,
  { share, corner }: { share: number; corner: number },
) {
  const square = (fill: string) =>
    `<rect width="${MARK_SIZE}" height="${MARK_SIZE}" rx="${corner}" fill="${fill}"/>`
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${MARK_SIZE}" height="${MARK_SIZE}" viewBox="0 0 ${MARK_SIZE} ${MARK_SIZE}">`
  if (mark.kind === 'eye') {
    const size = MARK_SIZE * share
    const place = { x: (MARK_SIZE - size) / 2, y: (MARK_SIZE - size) / 2, size, ink: INK, accent: mark.brand }
    return `${open}${square(PAPER)}${drawLogo(place)}</svg>`
  }
  return `${open}${square(mark.brand)}${await drawLetter(mark, share)}</svg>`
}

/** A letter of a script that the typefaces lack is a disc. */
async function drawLetter(mark: Extract<Mark, { kind: 'letter' }>, share: number): Promise<string> {
  const faces = await loadFaces()
  const fontFamily = mark.isGrotesk ? SANS : SERIF
  const letter = await drawableText(mark.letter, fontFamily, faces)
  if (!letter)
    return `<circle cx="${MARK_SIZE / 2}" cy="${MARK_SIZE / 2}" r="${(MARK_SIZE * share) / 3.6}" fill="${mark.onBrand}"/>`
  const style = {
    display: 'flex',
    width: MARK_SIZE,
    height: MARK_SIZE,
    alignItems: 'center',
    justifyContent: 'center',
    // Capitals stand above the middle of their line.
    paddingTop: MARK_SIZE * share * 0.03,
    fontFamily,
    fontSize: MARK_SIZE * share,
    lineHeight: 1,
    color: mark.onBrand,
  }
  return satori(createElement('div', { style }, letter), {
    width: MARK_SIZE,
    height: MARK_SIZE,
    fonts: faces,
  })
}

/** An icon as PNG. `content` is that of the file of a mark that is one. */
export async function drawIcon(mark: Mark, content: Buffer | null, picture: IconPicture): Promise<Buffer> {
  const { size, share, isRound } = picture
  if (mark.kind !== 'file') {
    const svg = await drawMark(mark, { share, corner: isRound ? MARK_SIZE / 6 : 0 })
    return rasterize(Buffer.from(svg), { width: size, height: size })
  }
  const inner = Math.round(size * (isRound ? 1 : share))
  const drawn = await rasterize(content ?? Buffer.alloc(0), { width: inner, height: inner })
  const ground = isRound ? { r: 0, g: 0, b: 0, alpha: 0 } : '#ffffff'
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** A logo as a PNG for mails, of twice this size, on a ground of paper on which the logo of the light theme reads. */
export async function drawOnPlate(
  content: Buffer,
  shown: { width: number; height: number },
): Promise<Buffer> {
  const margin = 2 * PLATE_MARGIN
  const size = { width: 2 * shown.width, height: 2 * shown.height }
  const plate = { width: size.width + 2 * margin, height: size.height + 2 * margin }
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${plate.width}" height="${plate.height}"><rect width="100%" height="100%" rx="12" fill="${GROUNDS.light.paper}"/></svg>`
  return sharp(Buffer.from(ground))
    .composite([{ input: await rasterize(content, size), left: margin, top: margin }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const ICO_SIZES = [16, 32, 48]

/** An ICO file with the sizes that browsers show: a header, an entry of 16 bytes for each picture, and the pictures. */
export async function drawIco(mark: Mark, content: Buffer | null): Promise<Buffer<ArrayBuffer>> {
  return toIco(
    await Promise.all(
      ICO_SIZES.map(async (size) => ({
        size,
        png: await drawIcon(mark, content, { size, share: 0.92, isRound: true }),
      })),
    ),
  )
}

export function toIco(pictures: { size: number; png: Buffer }[]): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(6)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length + 16 * pictures.length
  const entries = pictures.map(({ size, png }) => {
    const entry = Buffer.alloc(16)
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(png.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures.map(({ png }) => png)])
}
