import { cover, toHex, toOklch } from '#core/look/oklch.ts'
import { readable, standOut } from '#core/look/palette.ts'
import { type Motif, type MotifSet, TILE } from '#server/platform/images/share/art/motifs.ts'

/** The fields of a section that decide how its images look. */
export interface SectionLook {
  slug: string
  color: string | null
}

/** Five inks, the same as in the demo's pictures, and the colour of the category's name on the site. */
export interface Palette {
  paper: string
  ink: string
  base: string
  pale: string
  accent: string
  label: string
}

type Inks = [paper: string, ink: string, base: string, pale: string, accent: string, label: string]

const mix = (...[paper, ink, base, pale, accent, label]: Inks): Palette => ({
  paper,
  ink,
  base,
  pale,
  accent,
  label,
})

const PALETTES = new Map<string, Palette>(
  Object.entries({
    business: mix('#f4eee1', '#152145', '#2f5fc4', '#a9c4e6', '#ee6a43', '#1d4fd7'),
    tech: mix('#f3eedb', '#11302b', '#2b8460', '#abd1b0', '#f2b035', '#08734a'),
    opinion: mix('#f5ede6', '#2b1b42', '#7350ab', '#cbb9e2', '#f4957a', '#7527c4'),
    hack: mix('#f6ecde', '#341218', '#cc3a36', '#f1b3a2', '#6fbcb0', '#c01a30'),
    news: mix('#f6eddc', '#2c1b1f', '#e56a2c', '#f5c795', '#1f7c82', '#b04300'),
  }),
)
/** The colours with which the inks of a colour are mixed. */
const [PAPER, INK] = ['#f5efe3', '#1d1b26']

/** The inks of a section: of its own colour, or the shipped ones. */
export function paletteOfSection({ slug, color }: SectionLook): Palette {
  if (color === null) return PALETTES.get(slug) ?? PUBLICATION_PALETTE
  const shipped = [...PALETTES.values()].find(({ label }) => label === color)
  if (shipped) return shipped
  const pale = cover(color, 0.35, PAPER)
  return mix(PAPER, cover(INK, 0.85, color), color, pale, cover(INK, 0.5, color), readable(color, 'light'))
}

/** The inks of the publication's logo, for images that belong to no category. */
export const PUBLICATION_PALETTE = mix('#f5efe3', '#1d1b26', '#e4572e', '#f3c6a5', '#2f6f78', '#1d1b26')

/** The inks that go with any colour. */
export function inksOf(color: string): Palette {
  const { c, h } = toOklch(color)
  const inHue = (l: number, chroma: number, turn = 0) => toHex({ l, c: Math.min(c, chroma), h: h + turn })
  return mix(
    inHue(0.955, 0.02),
    inHue(0.22, 0.05),
    standOut(color, 'light', 3),
    inHue(0.86, 0.08),
    toHex({ l: 0.62, c: 0.1, h: h + Math.PI * 0.8 }),
    readable(color, 'light'),
  )
}

const COLUMNS = 2
const ROWS = 3
const DOTS = 340

export const MOSAIC_WIDTH = COLUMNS * TILE
export const MOSAIC_HEIGHT = ROWS * TILE

/** The inks of a tile: its ground, its figure, and the figure's shadow. */
type Printing = readonly [ground: keyof Palette, figure: keyof Palette, shadow: keyof Palette]

/** Whichever two grounds the neighbours have, at least three of these remain. */
const PRINTINGS: readonly Printing[] = [
  ['base', 'paper', 'base'],
  ['ink', 'base', 'ink'],
  ['pale', 'ink', 'base'],
  ['base', 'pale', 'base'],
  ['accent', 'ink', 'base'],
  ['ink', 'pale', 'base'],
  ['pale', 'base', 'ink'],
  ['ink', 'accent', 'ink'],
]

/** Six tiles, always the same for the same seed. No two neighbours have the same ground. */
export function drawMosaic(options: { seed: string; palette: Palette; motifs: MotifSet }): string {
  const random = seededRandom(options.seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const first = Math.floor(random() * options.motifs.own.length)
  const printings: Printing[] = []
  const tiles: string[] = []
  for (let index = 0; index < COLUMNS * ROWS; index++) {
    const column = index % COLUMNS
    const row = Math.floor(index / COLUMNS)
    const motifs = (column + row) % 2 === 0 ? options.motifs.own : options.motifs.plain
    const motif = motifs[(first + row) % motifs.length] ?? motifs[0]

    const left = column > 0 ? printings[index - 1]?.[0] : undefined
    const above = printings[index - COLUMNS]?.[0]
    const possible = PRINTINGS.filter(([ground]) => ground !== left && ground !== above)
    const fresh = possible.filter((printing) => !printings.includes(printing))
    const printing = pick(fresh) ?? pick(possible)
    if (!printing) throw new Error('The printings leave no choice')
    printings.push(printing)

    const tile = drawTile({ id: `tile-${index}`, motif, printing, palette: options.palette, random })
    tiles.push(`<g transform="translate(${column * TILE} ${row * TILE})">${tile}</g>`)
  }
  return tiles.join('')
}

function drawTile(options: {
  id: string
  motif: Motif
  printing: Printing
  palette: Palette
  random: () => number
}): string {
  const { id, motif, palette, random } = options
  const [ground, figure, shadow] = options.printing.map((ink) => palette[ink])
  const turn = motif.turns ? 90 * Math.floor(random() * 4) : 0
  const area = `width="${TILE}" height="${TILE}"`
  const placed = `transform="rotate(${turn} ${TILE / 2} ${TILE / 2})" d="${motif.outline}"`
  return [
    `<rect ${area} fill="${ground}"/>`,
    `<clipPath id="${id}"><path clip-rule="evenodd" ${placed}/></clipPath>`,
    `<g clip-path="url(#${id})"><rect ${area} fill="${figure}"/>`,
    `<path d="${stipple(random)}" stroke="${shadow}" stroke-width="3" stroke-linecap="round"/></g>`,
  ].join('')
}

/** A shadow of dots that is dense at the foot of the tile and thins out upwards. */
function stipple(random: () => number): string {
  let dots = ''
  for (let count = 0; count < DOTS; count++) {
    const x = TILE * random()
    const y = TILE * (1 - 0.8 * random() ** 2.6)
    dots += `M${x.toFixed(1)} ${y.toFixed(1)}h0`
  }
  return dots
}

/** Numbers from 0 to 1 that are the same for the same text on every machine: FNV-1a into mulberry32. */
function seededRandom(text: string): () => number {
  let state = 0x811c9dc5
  for (const byte of Buffer.from(text)) state = Math.imul(state ^ byte, 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
