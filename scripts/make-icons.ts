import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { toIco } from '#server/platform/images/look/draw-mark.ts'
import { drawLogo } from '#server/platform/images/share/art/logo.ts'
import { ROOT } from '#server/platform/root.ts'

/**
 * `node scripts/make-icons.ts`: makes the icons in public/ from the drawing of the logo. favicon.svg is drawn by hand, because
 * its colours follow the theme of the browser.
 */
const PAPER = '#f5efe3'
const INK = '#1d1b26'

/** `share`: the share of the width that the drawing takes. Systems cut masked icons to a circle of 80 %. */
const PICTURES = [
  { name: 'apple-touch-icon.png', size: 180, share: 0.742 },
  { name: 'icon-192.png', size: 192, share: 0.742 },
  { name: 'icon-512.png', size: 512, share: 0.742 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.64 },
  { name: 'podcast-cover.png', size: 1400, share: 0.64 },
]

/** Sizes for browsers that do not draw SVG: with corners, on paper, because their tabs may be dark. */
const FAVICON_SIZES = [16, 32, 48]

for (const { name, size, share } of PICTURES) {
  const png = await sharp(draw({ size, share })).png({ palette: true, effort: 10 }).toBuffer()
  await writeFile(join(ROOT, 'public', name), png)
}

const favicons = FAVICON_SIZES.map(async (size) => {
  const picture = draw({ size, share: 0.92, corner: size / 6 })
  // Windows reads no PNG with a palette inside an ICO.
  return { size, png: await sharp(picture).png({ palette: false, compressionLevel: 9 }).toBuffer() }
})
await writeFile(join(ROOT, 'public/favicon.ico'), toIco(await Promise.all(favicons)))

function draw({ size, share, corner = 0 }: { size: number; share: number; corner?: number }): Buffer {
  const drawn = size * share
  // The eye is between 8 and 56 of 64, so its middle is that of the square.
  const place = { x: (size - drawn) / 2, y: (size - drawn) / 2, size: drawn, ink: INK }
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${corner}" fill="${PAPER}"/>${drawLogo(place)}</svg>`,
  )
}
