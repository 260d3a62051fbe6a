import { sharp } from '#server/images/pixels/sharp.ts'
import { loadTypefaces, type Typefaces } from '#server/images/share/fonts/typefaces.ts'
import { drawShareCard, type ShareCard } from '#server/images/share/share-card.ts'

let typefaces: Promise<Typefaces> | undefined

/** The card as a PNG of 1200 by 630. Flat inks need few colours, which keeps it near 45 kB. */
export async function drawShareImage(card: ShareCard): Promise<Buffer<ArrayBuffer>> {
  typefaces ??= loadTypefaces()
  return sharp(Buffer.from(drawShareCard(card, await typefaces)))
    .png({ palette: true, colours: 48, dither: 0, compressionLevel: 9, effort: 7 })
    .toBuffer()
}
