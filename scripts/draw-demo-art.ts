// Draws the demo's own art: one illustration per story, and the brand's icons.
// Run: node scripts/draw-demo-art.ts [part of a slug …]

import { mkdir, writeFile } from 'node:fs/promises'
import { favicon, icon } from './demo-art/brand.ts'
import { palettes } from './demo-art/palette.ts'
import { print, sheet } from './demo-art/print.ts'
import { stories } from './demo-art/stories.ts'
import { seeded } from './demo-art/svg.ts'

const folder = new URL('../public/demo/', import.meta.url)
const wanted = process.argv.slice(2)

await mkdir(folder, { recursive: true })
for (const [slug, { category, ground, motifs }] of Object.entries(stories)) {
  if (wanted.length > 0 && !wanted.some((w) => slug.includes(w))) continue
  const colours = palettes[category]
  const random = seeded(slug)
  const drawing = motifs({ ...colours, random }).join('')
  const picture = await print(sheet(colours, colours[ground], drawing, random))
  await writeFile(new URL(`${slug}.webp`, folder), picture)
  console.log(`${(picture.length / 1000).toFixed(1).padStart(6)} kB  ${slug}`)
}

if (wanted.length === 0) {
  const brand = new URL('../public/', import.meta.url)
  await writeFile(new URL('favicon.svg', brand), favicon())
  await writeFile(new URL('apple-touch-icon.png', brand), await icon(180))
  await writeFile(new URL('icon-512.png', brand), await icon(512))
}
