import type { Font } from 'satori'
import { sharp } from '#server/platform/images/pixels/sharp.ts'
import { loadFaces } from '#server/platform/images/share/faces.ts'
import { drawShareCard, type ShareCard } from '#server/platform/images/share/share-card.ts'

let faces: Promise<Font[]> | undefined

/** The card as a PNG of 1200 by 630. It has few colours, so a palette of 48 is enough and keeps it near 45 kB. */
export async function drawShareImage(card: ShareCard): Promise<Buffer<ArrayBuffer>> {
  faces ??= loadFaces()
  return sharp(Buffer.from(await drawShareCard(card, await faces)))
    .png({ palette: true, colours: 48, dither: 0, compressionLevel: 9, effort: 7 })
    .toBuffer()
}
