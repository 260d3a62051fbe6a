import type { Typefaces } from '#server/images/share/fonts/typefaces.ts'
import { drawShareCard, type ShareCard } from '#server/images/share/share-card.ts'
import { sharp } from '#server/images/sharp.ts'

/** The card as a PNG of 1200 by 630. Flat inks need few colours, which keeps it near 40 kB. */
export function renderShareCard(card: ShareCard, typefaces: Typefaces): Promise<Buffer<ArrayBuffer>> {
  return sharp(Buffer.from(drawShareCard(card, typefaces)))
    .png({ palette: true, colours: 48, dither: 0, compressionLevel: 9, effort: 7 })
    .toBuffer()
}
