import { type CSSProperties, createElement, type ReactElement } from 'react'
import satori, { type Font } from 'satori'
import type { Mark } from '#core/look/mark.ts'
import { drawMark, MARK_SIZE } from '#server/platform/images/look/draw-mark.ts'
import { rasterize, sharp } from '#server/platform/images/pixels/open-image.ts'
import { drawLogo } from '#server/platform/images/share/art/logo.ts'
import {
  drawMosaic,
  inksOf,
  MOSAIC_HEIGHT,
  MOSAIC_WIDTH,
  PUBLICATION_PALETTE,
  paletteOfSection,
  type SectionLook,
} from '#server/platform/images/share/art/mosaic.ts'
import { motifsOfSection, PUBLICATION_MOTIFS } from '#server/platform/images/share/art/motifs.ts'
import {
  drawableText,
  fitText,
  loadFaces,
  type Room,
  SANS,
  SERIF,
  type TextStyle,
} from '#server/platform/images/share/text-layout.ts'

/** Everything that shows on a share image. */
export interface ShareCard {
  /** The publication's name. */
  site: string
  /** Empty on the card of the publication itself. */
  title: string
  category: (SectionLook & { name: string }) | null
  /** The publication's own look, if it differs from the shipped one. */
  look?: ShareLook
}

export interface ShareLook {
  accent: string | null
  mark: Mark | null
  /** A logo of its own, with the size in which it is drawn. */
  logo: { file: string; width: number; height: number; named: boolean } | null
  isGrotesk: boolean
}

/** The files of a look, which are too long for what a card is known by. */
export interface SharePictures {
  logo?: Buffer | null
  icon?: Buffer | null
}

const WIDTH = 1200
const HEIGHT = MOSAIC_HEIGHT
const LEFT = 64
const COLUMN_WIDTH = WIDTH - MOSAIC_WIDTH - LEFT - 44

const LABEL: CSSProperties = { fontFamily: SANS, fontSize: 27, letterSpacing: '0.08em', lineHeight: 1 }
/** Large type is set with less space between its letters. */
const SERIF_TEXT: TextStyle = { fontFamily: SERIF, letterSpacing: '-0.016em', lineHeight: 1.07 }
/** One line, cut with an ellipsis where it would run into the mosaic. */
const SIGNATURE: CSSProperties = {
  display: 'block',
  fontSize: 41,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}
/** A name that is longer than such a line has two smaller ones. */
const LONG_SIGNATURE: CSSProperties = {
  display: 'block',
  fontSize: 27,
  lineHeight: 1.1,
  wordBreak: 'break-word',
  lineClamp: 2,
}
const LONG_NAME = 28
const TITLE: Room = {
  width: COLUMN_WIDTH,
  height: 372,
  sizes: [96, 90, 84, 80, 76, 72, 68, 64, 60, 56, 52, 48],
}
const NAME: Room = { width: COLUMN_WIDTH, height: 180, sizes: [148, 120, 96, 80, 64, 48] }

/** The card as SVG. Text is drawn as outlines, so nothing that an editor wrote appears in the markup. */
export async function drawShareCard(card: ShareCard, faces: Font[]): Promise<string> {
  const { look } = card
  const palette = card.category
    ? paletteOfSection(card.category)
    : look?.accent
      ? inksOf(look.accent)
      : PUBLICATION_PALETTE
  const serif = look?.isGrotesk ? SANS : SERIF
  const text = { ...SERIF_TEXT, fontFamily: serif }
  const motifs = card.category ? motifsOfSection(card.category.slug) : PUBLICATION_MOTIFS
  const site = await drawableText(card.site, serif, faces)
  const title = await drawableText(card.title, serif, faces)
  const label = await drawableText(card.category?.name.toUpperCase() ?? '', SANS, faces)

  const texts = [place({ top: 69 }, set({ ...LABEL, color: palette.label }, label))]
  const logo = placeOfLogo(card, title !== '')
  const isNamed = look?.logo?.named ?? true
  if (title) {
    texts.push(place({ top: 130 }, await fitText(title, TITLE, text, faces)))
    const room = COLUMN_WIDTH - logo.width - 14
    const isLong = site.length > LONG_NAME
    const signature = { ...text, ...(isLong ? LONG_SIGNATURE : SIGNATURE), width: room }
    if (isNamed && room > 80)
      texts.push(place({ top: isLong ? 531 : 541, left: LEFT + logo.width + 14 }, set(signature, site)))
  } else if (isNamed) {
    texts.push(place({ top: 336 }, await fitText(site, NAME, text, faces)))
  }
  const page = { display: 'flex', width: WIDTH, height: HEIGHT, color: palette.ink }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>`,
    `<g transform="translate(${WIDTH - MOSAIC_WIDTH} 0)">`,
    drawMosaic({ seed: card.title || card.site, palette, motifs }),
    '</g>',
    await drawOwn(card, { ...logo, ink: palette.ink }),
    await satori(createElement('div', { style: page }, ...texts), {
      width: WIDTH,
      height: HEIGHT,
      fonts: faces,
    }),
    '</svg>',
  ].join('')
}

/** The place of the logo: small beside the name below a title, or large above the name; in the middle without one. */
function placeOfLogo({ look }: Pick<ShareCard, 'look'>, isSmall: boolean) {
  const isSquare = look?.mark && look.mark.kind !== 'eye' && !look.logo
  const box = isSmall ? { width: 240, height: 52 } : { width: COLUMN_WIDTH, height: isSquare ? 148 : 176 }
  const { width, height } = look?.logo ?? { width: 1, height: 1 }
  const scale = Math.min(box.width / width, box.height / height)
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) }
  const topOfLarge = !look?.logo ? 152 : look.logo.named ? 128 : (HEIGHT - box.height) / 2
  const top = isSmall ? 534 : topOfLarge
  return { ...size, x: LEFT, y: top + Math.round((box.height - size.height) / 2) }
}

/** The mark where it is drawn; a logo or an icon is a picture, and is put there afterwards. */
async function drawOwn(
  { look }: ShareCard,
  { x, y, height, ink }: { x: number; y: number; height: number; ink: string },
): Promise<string> {
  if (look?.logo || look?.mark?.kind === 'file') return ''
  if (look?.mark?.kind !== 'letter')
    return drawLogo({ x, y, size: height, ink, ...(look?.mark && { accent: look.mark.brand }) })
  const mark = await drawMark(look.mark, { share: 0.92, corner: 8 })
  return `<g transform="translate(${x} ${y}) scale(${height / MARK_SIZE})">${mark}</g>`
}

function set(style: CSSProperties, text: string): ReactElement {
  return createElement('div', { style }, text)
}

function place({ top, left = LEFT }: { top: number; left?: number }, text: ReactElement): ReactElement {
  return createElement('div', { style: { display: 'flex', position: 'absolute', top, left } }, text)
}

let faces: Promise<Font[]> | undefined

/** The card as a PNG of 1200 by 630. It has few colours, so a palette of 48 is enough and keeps it near 45 kB; more effort saves 3 kB for half as much time again. */
export async function drawShareImage(
  card: ShareCard,
  { logo, icon }: SharePictures = {},
): Promise<Buffer<ArrayBuffer>> {
  faces ??= loadFaces()
  const picture = logo ?? icon
  const { x, y, ...size } = placeOfLogo(card, card.title !== '')
  const image = sharp(Buffer.from(await drawShareCard(card, await faces)))
  if (picture) image.composite([{ input: await rasterize(Buffer.from(picture), size), left: x, top: y }])
  return image.png({ palette: true, colours: 48, dither: 0, compressionLevel: 6, effort: 4 }).toBuffer()
}
