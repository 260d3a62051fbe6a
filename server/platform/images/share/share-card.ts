import { type CSSProperties, createElement, type ReactElement } from 'react'
import satori, { type Font } from 'satori'
import { sharp } from '#server/platform/images/pixels/open-image.ts'
import { drawLogo } from '#server/platform/images/share/art/logo.ts'
import {
  drawMosaic,
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
  width: COLUMN_WIDTH - 66,
  fontSize: 41,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
}
const TITLE: Room = {
  width: COLUMN_WIDTH,
  height: 372,
  sizes: [96, 90, 84, 80, 76, 72, 68, 64, 60, 56, 52, 48],
}
const NAME: Room = { width: COLUMN_WIDTH, height: 180, sizes: [148, 120, 96, 80, 64, 48] }

/** The card as SVG. Text is drawn as outlines, so nothing that an editor wrote appears in the markup. */
export async function drawShareCard(card: ShareCard, faces: Font[]): Promise<string> {
  const palette = card.category ? paletteOfSection(card.category) : PUBLICATION_PALETTE
  const motifs = card.category ? motifsOfSection(card.category.slug) : PUBLICATION_MOTIFS
  const site = await drawableText(card.site, SERIF, faces)
  const title = await drawableText(card.title, SERIF, faces)
  const label = await drawableText(card.category?.name.toUpperCase() ?? '', SANS, faces)

  const texts = [place({ top: 69 }, set({ ...LABEL, color: palette.label }, label))]
  let logo = { x: LEFT, y: 534, size: 52, ink: palette.ink }
  if (title) {
    texts.push(place({ top: 130 }, await fitText(title, TITLE, SERIF_TEXT, faces)))
    texts.push(place({ top: 541, left: LEFT + 66 }, set({ ...SERIF_TEXT, ...SIGNATURE }, site)))
  } else {
    logo = { ...logo, y: 152, size: 176 }
    texts.push(place({ top: 336 }, await fitText(site, NAME, SERIF_TEXT, faces)))
  }
  const page = { display: 'flex', width: WIDTH, height: HEIGHT, color: palette.ink }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>`,
    `<g transform="translate(${WIDTH - MOSAIC_WIDTH} 0)">`,
    drawMosaic({ seed: card.title || card.site, palette, motifs }),
    '</g>',
    drawLogo(logo),
    await satori(createElement('div', { style: page }, ...texts), {
      width: WIDTH,
      height: HEIGHT,
      fonts: faces,
    }),
    '</svg>',
  ].join('')
}

function set(style: CSSProperties, text: string): ReactElement {
  return createElement('div', { style }, text)
}

function place({ top, left = LEFT }: { top: number; left?: number }, text: ReactElement): ReactElement {
  return createElement('div', { style: { display: 'flex', position: 'absolute', top, left } }, text)
}

let faces: Promise<Font[]> | undefined

/** The card as a PNG of 1200 by 630. It has few colours, so a palette of 48 is enough and keeps it near 45 kB. */
export async function drawShareImage(card: ShareCard): Promise<Buffer<ArrayBuffer>> {
  faces ??= loadFaces()
  return sharp(Buffer.from(await drawShareCard(card, await faces)))
    .png({ palette: true, colours: 48, dither: 0, compressionLevel: 9, effort: 7 })
    .toBuffer()
}
