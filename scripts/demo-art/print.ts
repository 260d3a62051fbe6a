// The press: sets a drawing on paper with stippled shadows, hand-cut edges and flecks, then makes the WebP.

import sharp from 'sharp'
import type { Palette } from './palette.ts'
import { BLEED, disc, HEIGHT, type Point, type Side, seeded, times, WIDTH } from './svg.ts'

const MAX_BYTES = 45_000
const QUALITIES = [60, 54, 48, 42]
const TILE = 400
const GAP = 6.4

/** From which side a shadow fades, as the vector of a gradient. */
const vectors: Record<Side, string> = {
  up: 'x1="0" y1="0" x2="0" y2="1"',
  down: 'x1="0" y1="1" x2="0" y2="0"',
  left: 'x1="0" y1="0" x2="1" y2="0"',
  right: 'x1="1" y1="0" x2="0" y2="0"',
}
const sides = Object.keys(vectors) as Side[]

/** How many of the dots are printed at each distance from the dark side. */
const density: readonly Point[] = [
  [0, 0.9],
  [0.12, 0.5],
  [0.3, 0.16],
  [0.5, 0],
]

const fade = (side: Side): string =>
  `<linearGradient id="fade-${side}" ${vectors[side]}>` +
  density
    .map(([offset, v]) => `<stop offset="${offset}" stop-color="rgb(0,${Math.round(v * 255)},0)"/>`)
    .join('') +
  '</linearGradient>'

const tone = (colour: string, side: Side): string =>
  `<linearGradient id="tone-${colour.slice(1)}-${side}" ${vectors[side]}>` +
  `<stop offset="0" stop-color="${colour}" stop-opacity="0.34"/>` +
  `<stop offset="0.6" stop-color="${colour}" stop-opacity="0"/></linearGradient>`

/** Red carries each dot's threshold, green the fade: a dot is printed where the two add up. */
const stipple = (colour: string): string =>
  `<filter id="stipple-${colour.slice(1)}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
		<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  6 6 0 0 -6.2"/>
		<feComposite in2="SourceAlpha" operator="in" result="dots"/>
		<feFlood flood-color="${colour}"/><feComposite in2="dots" operator="in"/>
	</filter>`

/** A tile of dots scattered at even distances, which repeats without a seam. */
function dots(): string {
  const random = seeded('dots')
  const placed: Point[] = []
  const apart = (a: number, b: number): number => Math.min(Math.abs(a - b), TILE - Math.abs(a - b))
  let marks = ''
  for (let misses = 0; misses < 300; misses += 1) {
    const [x, y] = [random() * TILE, random() * TILE]
    if (placed.some(([px, py]) => Math.hypot(apart(px, x), apart(py, y)) < GAP)) continue
    placed.push([x, y])
    misses = 0
    const [radius, threshold] = [1.3 + random() * 1.1, `rgb(${Math.round(random() * 255)},0,0)`]
    for (const dx of [-TILE, 0, TILE]) {
      for (const dy of [-TILE, 0, TILE]) {
        const seen = [x + dx, y + dy].every((v) => v > -radius && v < TILE + radius)
        if (seen) marks += disc(x + dx, y + dy, radius, threshold)
      }
    }
  }
  return `<pattern id="dots" patternUnits="userSpaceOnUse" width="${TILE}" height="${TILE}">${marks}</pattern>`
}
const dotTile = dots()

/** Pinholes in the ink and fibres in the paper: few enough to cost nothing, enough to feel. */
const flecks = ({ paper, ink }: Palette, random: () => number): string =>
  times(200, (i) => {
    const mark = disc(random() * WIDTH, random() * HEIGHT, 0.8 + random() * 1.4, i % 3 === 0 ? ink : paper)
    return `<g opacity="${0.2 + random() * 0.4}">${mark}</g>`
  })

export function sheet(colours: Palette, ground: string, drawing: string, random: () => number): string {
  const page = `${-BLEED} ${-BLEED} ${WIDTH + 2 * BLEED} ${HEIGHT + 2 * BLEED}`
  const area = `x="${-BLEED}" y="${-BLEED}" width="${WIDTH + 2 * BLEED}" height="${HEIGHT + 2 * BLEED}"`
  const inks = [...new Set(Object.values(colours) as string[])]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${page}" width="${(WIDTH + 2 * BLEED) * 2}" height="${(HEIGHT + 2 * BLEED) * 2}">
	<defs>
		${dotTile}${sides.map(fade).join('')}
		${inks.map((ink) => stipple(ink) + sides.map((side) => tone(ink, side)).join('')).join('')}
		<filter id="handcut" filterUnits="userSpaceOnUse" ${area}>
			<feTurbulence type="fractalNoise" baseFrequency="0.011" numOctaves="2" seed="${Math.floor(random() * 1000)}"/>
			<feDisplacementMap in="SourceGraphic" scale="6" xChannelSelector="R" yChannelSelector="G"/>
		</filter>
	</defs>
	<g filter="url(#handcut)"><rect ${area} fill="${ground}"/>${drawing}</g>
	${flecks(colours, random)}
</svg>`
}

/** Draws at twice the size and scales down; lowers the quality only if the file would be too heavy. */
export async function print(svg: string): Promise<Buffer> {
  const image = await sharp(Buffer.from(svg))
    .resize(WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
    .extract({ left: BLEED, top: BLEED, width: WIDTH, height: HEIGHT })
    .removeAlpha()
    .png()
    .toBuffer()
  for (const quality of QUALITIES) {
    const webp = await sharp(image).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= MAX_BYTES) return webp
  }
  throw new Error(`The picture is too detailed for ${MAX_BYTES} bytes`)
}
