import type { Category } from '#core/domain/article.ts'
import { drawMark } from '#server/images/share/art/mark.ts'
import { drawMosaic, MOSAIC_HEIGHT, MOSAIC_WIDTH } from '#server/images/share/art/mosaic.ts'
import { MOTIFS, PUBLICATION_MOTIFS } from '#server/images/share/art/motifs.ts'
import { PALETTES, type Palette, PUBLICATION_PALETTE } from '#server/images/share/art/palettes.ts'
import type { Typefaces } from '#server/images/share/fonts/typefaces.ts'
import { drawableText } from '#server/images/share/text/drawable-text.ts'
import { setText } from '#server/images/share/text/set-text.ts'
import { wrapTitle } from '#server/images/share/text/wrap-title.ts'

/** Everything that shows on a share image. */
export interface ShareCard {
  /** The publication's name. */
  site: string
  /** Empty on the card of the publication itself. */
  title: string
  category: { id: Category; name: string } | null
}

const WIDTH = 1200
const HEIGHT = MOSAIC_HEIGHT
const LEFT = 64
const COLUMN_WIDTH = WIDTH - MOSAIC_WIDTH - LEFT - 44
const LABEL = { size: 27, baseline: 92, tracking: 0.08 }
const TITLE = { top: 132, height: 372, leading: 1.07, ascent: 0.76 }
/** Large type wants to stand a little closer. */
const SERIF_TRACKING = -0.012

/** The card as SVG. Text arrives as outlines only: nothing of what an editor wrote stands in the markup. */
export function drawShareCard(card: ShareCard, typefaces: Typefaces): string {
  const palette = card.category ? PALETTES[card.category.id] : PUBLICATION_PALETTE
  const motifs = card.category ? MOTIFS[card.category.id] : PUBLICATION_MOTIFS
  const title = drawableText(card.title, typefaces.serif)
  const pen: Pen = { palette, typefaces }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>`,
    `<g transform="translate(${WIDTH - MOSAIC_WIDTH} 0)">`,
    drawMosaic({ seed: card.title || card.site, palette, motifs }),
    '</g>',
    card.category ? drawLabel(card.category.name, pen) : '',
    title ? drawTitle(title, pen) + drawSignature(card.site, pen) : drawEmblem(card.site, pen),
    '</svg>',
  ].join('')
}

interface Pen {
  palette: Palette
  typefaces: Typefaces
}

function drawLabel(name: string, { palette, typefaces }: Pen): string {
  const label = setText(name.toUpperCase(), typefaces.sans, LABEL.tracking)
  return fill(label.path({ x: LEFT, y: LABEL.baseline, size: LABEL.size }), palette.label)
}

function drawTitle(title: string, pen: Pen): string {
  const measure = (text: string) => setText(text, pen.typefaces.serif, SERIF_TRACKING).width
  const room = { width: COLUMN_WIDTH, height: TITLE.height, leading: TITLE.leading }
  const { size, lines } = wrapTitle(title, { ...room, measure })
  return lines
    .map((line, index) => {
      const y = TITLE.top + size * (TITLE.ascent + index * TITLE.leading)
      return write(line, { x: LEFT, y, size }, pen)
    })
    .join('')
}

/** At the foot of an article's card. */
function drawSignature(site: string, pen: Pen): string {
  return (
    drawMark({ x: LEFT, y: 534, size: 52, ink: pen.palette.ink }) +
    write(site, { x: LEFT + 66, y: 573, size: 41 }, pen)
  )
}

/** In place of a title. */
function drawEmblem(site: string, pen: Pen): string {
  return (
    drawMark({ x: LEFT, y: 152, size: 176, ink: pen.palette.ink }) +
    write(site, { x: LEFT, y: 452, size: 148 }, pen)
  )
}

function write(text: string, place: { x: number; y: number; size: number }, pen: Pen): string {
  return fill(setText(text, pen.typefaces.serif, SERIF_TRACKING).path(place), pen.palette.ink)
}

function fill(path: string, colour: string): string {
  return `<path d="${path}" fill="${colour}"/>`
}
