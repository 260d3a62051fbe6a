import type { Region } from 'sharp'
import { type Hex, type Oklch, toHex, toOklch } from '#core/look/oklch.ts'
import { readable } from '#core/look/palette.ts'
import { imageTypeOf } from '#server/platform/images/image-type.ts'
import { readSvg, writeSvg } from '#server/platform/images/look/rebuild-svg.ts'
import { openImage, rasterize, sharp, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'

/** The uses of an uploaded file. */
export type LookUse = 'logo' | 'icon'

export interface MadeLookFile {
  type: 'svg' | 'png' | 'webp'
  width: number
  height: number
  content: Buffer<ArrayBuffer>
  /** The picture in the colours of the dark theme; null for one without transparent parts, which needs none. */
  recoloured: Buffer<ArrayBuffer> | null
}

/** Three times the largest size in which a page shows it. */
const LOGO_BOX = { width: 960, height: 288 }
const ICON_BOX = { width: 512, height: 512 }
const boxOf = (use: LookUse) => (use === 'logo' ? LOGO_BOX : ICON_BOX)
const SMALLEST = { logo: 16, icon: 96 } as const
const MAX_RATIO = 20
/** The most extreme ratio of an icon, which is shown in a square. */
const MAX_ICON_RATIO = 1.5

/**
 * Makes what is stored of an uploaded logo or icon: a drawing is written anew, a picture is encoded again.
 * @throws UnreadableImage whose message says what is wrong with the file
 */
export async function makeLookFile(bytes: Buffer, use: LookUse): Promise<MadeLookFile> {
  const type = imageTypeOf(bytes)
  if (type === 'image/png' || type === 'image/webp') return makePicture(bytes, type, use)
  if (type) throw new UnreadableImage('is neither an SVG nor a PNG nor a WebP.')
  const drawing = readSvg(bytes)
  requireShape(drawing, use)
  const content = Buffer.from(writeSvg(drawing))
  // Icons, mails and share images are made of it later, while readers wait.
  await rasterize(content, boxOf(use)).catch(() => {
    throw new UnreadableImage('cannot be drawn. Export it in a usual size.')
  })
  return {
    type: 'svg',
    width: drawing.width,
    height: drawing.height,
    content,
    recoloured: Buffer.from(writeSvg(drawing, recolour)),
  }
}

async function makePicture(
  bytes: Buffer,
  type: 'image/png' | 'image/webp',
  use: LookUse,
): Promise<MadeLookFile> {
  const shown = await shownPart(bytes, use).catch(() => {
    throw new UnreadableImage('cannot be read: it is broken, or too large.')
  })
  const { width, height } = shown
  if (Math.min(width, height) < SMALLEST[use])
    throw new UnreadableImage(
      `is ${width} × ${height} pixels, which is too small: it needs at least ${SMALLEST[use]} on each side.`,
    )
  requireShape({ width, height }, use)
  const { data, info } = await openImage(bytes)
    .extract(shown)
    .resize({ ...boxOf(use), fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(throwUnreadable)
  const format = type === 'image/png' ? 'png' : 'webp'
  const encode = (pixels: Buffer) => {
    const image = sharp(pixels, { raw: { width: info.width, height: info.height, channels: 4 } })
    return (
      format === 'png'
        ? image.png({ compressionLevel: 9 })
        : image.webp({ quality: 90, alphaQuality: 100, effort: 5 })
    ).toBuffer() as Promise<Buffer<ArrayBuffer>>
  }
  return {
    type: format,
    width: info.width,
    height: info.height,
    content: await encode(data),
    recoloured: hasClearPixels(data) ? await encode(recolourPixels(data)) : null,
  }
}

/** A logo without its transparent margin, with which it would be shown too small. */
async function shownPart(bytes: Buffer, use: LookUse): Promise<Region> {
  const { width, height, hasAlpha } = await openImage(bytes).metadata()
  const whole = { left: 0, top: 0, width, height }
  if (use === 'icon' || !hasAlpha || Math.min(width, height) < SMALLEST.logo) return whole
  // Apart, because sharp trims before it extracts a channel, and a clear pixel may have any colour.
  const alpha = await openImage(bytes).extractChannel('alpha').raw().toBuffer()
  const { info } = await sharp(alpha, { raw: { width, height, channels: 1 } })
    .trim({ background: '#000000', threshold: 8 })
    .toBuffer({ resolveWithObject: true })
  const { trimOffsetLeft = 0, trimOffsetTop = 0 } = info
  return { left: -trimOffsetLeft, top: -trimOffsetTop, width: info.width, height: info.height }
}

function requireShape({ width, height }: { width: number; height: number }, use: LookUse): void {
  const ratio = Math.max(width / height, height / width)
  if (use === 'icon' && ratio > MAX_ICON_RATIO)
    throw new UnreadableImage('is not square. An icon is shown in a square.')
  if (ratio > MAX_RATIO) throw new UnreadableImage(`is more than ${MAX_RATIO} times as wide as high.`)
}

function hasClearPixels(pixels: Buffer): boolean {
  let clear = 0
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 128) clear++
  // If only the corners are transparent because they are rounded, the ground would be recoloured.
  return clear > pixels.length / 4 / 20
}

/** Colours are told apart in 32 steps a channel, which is finer than an edge shows. */
function recolourPixels(pixels: Buffer): Buffer {
  const known = new Map<number, [number, number, number]>()
  const recoloured = Buffer.from(pixels)
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] === 0) continue
    const [r, g, b] = [0, 1, 2].map((channel) => (pixels[at + channel] ?? 0) & 0xf8) as [
      number,
      number,
      number,
    ]
    const key = (r << 16) | (g << 8) | b
    let color = known.get(key)
    if (!color) {
      const hex = recolour(
        `#${[r, g, b].map((value) => (value | (value >> 5)).toString(16).padStart(2, '0')).join('')}`,
      )
      color = [1, 3, 5].map((digit) => Number.parseInt(hex.slice(digit, digit + 2), 16)) as [
        number,
        number,
        number,
      ]
      known.set(key, color)
    }
    recoloured.set(color, at)
  }
  return recoloured
}

/** A colour of a logo as it is in the dark theme: greys are inverted, and colours become as light as necessary. */
export function recolour(color: Hex): Hex {
  if (!/^#[0-9a-f]{6}$/.test(color)) return color
  const { l, c, h } = toOklch(color)
  // The square keeps a near-black as bright as text.
  if (isGrey({ l, c, h })) return toHex({ l: 0.95 - l * l * 0.81, c, h })
  return readable(color, 'dark')
}

/** Returns true if it looks grey, or like a black with a shade of a colour. */
function isGrey({ l, c }: Oklch): boolean {
  return c < 0.03 || (l < 0.35 && c < 0.06)
}
