import type { Palette } from '#server/images/share/palettes.ts'
import { type Motif, TILE } from '#server/images/share/motifs.ts'
import { seededRandom } from '#server/images/share/seeded-random.ts'

const COLUMNS = 2
const ROWS = 3
export const MOSAIC_WIDTH = COLUMNS * TILE

/** Ground, figure and the ink that shades the figure. */
const COLOURS: readonly (readonly [keyof Palette, keyof Palette, keyof Palette])[] = [
  ['base', 'paper', 'base'],
  ['ink', 'base', 'ink'],
  ['pale', 'ink', 'base'],
  ['base', 'pale', 'base'],
  ['accent', 'ink', 'base'],
  ['ink', 'pale', 'base'],
  ['pale', 'base', 'ink'],
  ['ink', 'accent', 'ink'],
]

/** Six tiles, the same for the same seed: no two neighbours on the same ground, and every other one of the subject. */
export function drawMosaic(options: {
  seed: string
  palette: Palette
  motifs: { own: readonly Motif[]; plain: readonly Motif[] }
}): string {
  const { palette, motifs } = options
  const random = seededRandom(options.seed)
  const draw = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const grounds: string[] = []
  const used: unknown[] = []
  const tiles: string[] = []
  for (let index = 0; index < COLUMNS * ROWS; index++) {
    const [column, row] = [index % COLUMNS, Math.floor(index / COLUMNS)]
    const beside = [column > 0 ? grounds[index - 1] : '', grounds[index - COLUMNS]]
    const colours = draw(COLOURS.filter((c) => !beside.includes(c[0]) && !used.includes(c)))
    const family = (column + row) % 2 === 0 ? motifs.own : motifs.plain
    const motif = draw(family.filter((m) => used.at(-1) !== m && used.at(-5) !== m))
    const turn = motif.turns ? 90 * Math.floor(random() * 4) : 0
    grounds.push(colours[0]); used.push(colours, motif)
    const [ground, figure, shade] = colours.map((name) => palette[name])
    tiles.push(`<g transform="translate(${column * TILE} ${row * TILE})"><rect width="${TILE}" height="${TILE}" fill="${ground}"/><clipPath id="figure-${index}"><path clip-rule="evenodd" transform="rotate(${turn} ${TILE / 2} ${TILE / 2})" d="${motif.outline}"/></clipPath><g clip-path="url(#figure-${index})"><rect width="${TILE}" height="${TILE}" fill="${figure}"/><path d="${stipple(random)}" stroke="${shade}" stroke-width="3" stroke-linecap="round"/></g></g>`)
  }
  return tiles.join('')
}

/** A shadow of dots, rising from the foot of the tile and thinning out. */
function stipple(random: () => number): string {
  let dots = ''
  for (let count = 0; count < 420; count++) {
    const y = TILE * (1 - random() ** 2.2 * 0.6)
    dots += `M${(random() * TILE).toFixed(1)} ${y.toFixed(1)}h0`
  }
  return dots
}
