import type { Category } from '#core/domain/article.ts'
import { drawMosaic, MOSAIC_HEIGHT, MOSAIC_WIDTH } from '#server/images/share/art/mosaic.ts'
import { MOTIFS, PUBLICATION_MOTIFS } from '#server/images/share/art/motifs.ts'
import { type Palette, PALETTES, PUBLICATION_PALETTE } from '#server/images/share/art/palettes.ts'
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
const MARGIN = 64
const LABEL = { size: 27, baseline: 92, tracking: 0.08 }
const TITLE = { top: 132, width: WIDTH - MOSAIC_WIDTH - MARGIN - 44, height: 372, leading: 1.07 }
const SIGNATURE = { size: 40, baseline: 572, markSize: 50 }
const EMBLEM = { size: 128, baseline: 430, markSize: 170 }
/** Large serif type wants to stand a little closer. */
const SERIF_TRACKING = -0.012

/** The card as SVG. Text arrives as outlines only: nothing of what an editor wrote stands in the markup. */
export function drawShareCard(card: ShareCard, { serif, sans }: Typefaces): string {
  const palette = card.category ? PALETTES[card.category.id] : PUBLICATION_PALETTE
  const motifs = card.category ? MOTIFS[card.category.id] : PUBLICATION_MOTIFS
  const title = drawableText(card.title, serif)

  const write = (text: string, x: number, y: number, size: number) =>
    outline(setText(text, serif, SERIF_TRACKING).path({ x, y, size }), palette.ink)
  const sign = ({ size, baseline, markSize }: typeof SIGNATURE, gap: number) =>
    drawMark({ x: MARGIN, y: baseline - size * 0.33 - markSize / 2, size: markSize, ink: palette.ink }) +
    write(card.site, MARGIN + markSize + gap, baseline, size)

  const parts = [`<g transform="translate(${WIDTH - MOSAIC_WIDTH} 0)">`]
  parts.push(drawMosaic({ seed: card.title || card.site, palette, motifs }), '</g>')
  if (card.category) parts.push(drawLabel(card.category.name, sans, palette))
  if (title) {
    const measure = (text: string) => setText(text, serif, SERIF_TRACKING).width
    const { size, lines } = wrapTitle(title, { ...TITLE, measure })
    const baseline = (line: number) => TITLE.top + size * (0.76 + line * TITLE.leading)
    parts.push(...lines.map((line, index) => write(line, MARGIN, baseline(index), size)))
  }
  parts.push(title ? sign(SIGNATURE, 14) : '')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${MOSAIC_HEIGHT}"><rect width="${WIDTH}" height="${MOSAIC_HEIGHT}" fill="${palette.paper}"/>${parts.join('')}</svg>`
}
