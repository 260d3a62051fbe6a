/** The side of a tile. */
export const TILE = 210
const HALF = TILE / 2

export interface Motif {
  /** Path data, filled by the even-odd rule. */
  outline: string
  /** True if it may be rotated by quarter turns. */
  turns: boolean
}

/** The motifs of a mosaic: those of its subject, and plain shapes between them. */
export interface MotifSet {
  own: readonly [Motif, ...Motif[]]
  plain: readonly [Motif, ...Motif[]]
}

const still = (outline: string): Motif => ({ outline, turns: false })
const turning = (outline: string): Motif => ({ outline, turns: true })
const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
const square = (inset: number) => `M${inset} ${inset}H${TILE - inset}V${TILE - inset}H${inset}Z`
const corner = (r: number) => `M0 0H${r}A${r} ${r} 0 0 1 0 ${r}Z`
const dome = `M0 ${TILE}A${HALF} ${HALF} 0 0 1 ${TILE} ${TILE}Z`

const quarter = turning(corner(TILE))
const arch = turning(`M0 ${TILE}V${HALF}A${HALF} ${HALF} 0 0 1 ${TILE} ${HALF}V${TILE}Z`)
const leaf = turning(`M0 0A${TILE} ${TILE} 0 0 1 ${TILE} ${TILE}A${TILE} ${TILE} 0 0 1 0 0Z`)
const moon = still(disc(HALF, HALF, 74))

const waves = turning([210, 160, 110, 60].map(corner).join(''))
const sunrise = still(dome + [20, 50, 80].map((y) => `M0 ${y}H${TILE}v12H0Z`).join(''))
const chip = still([22, 50, 78].map(square).join(''))
const grid = still([45, 105, 165].flatMap((y) => [45, 105, 165].map((x) => disc(x, y, 16))).join(''))
const bars = still([60, 105, 145, 185].map((h, i) => `M${14 + i * 47} ${TILE}v${-h}h41v${h}Z`).join(''))
const stairs = turning(`M0 ${TILE}v-52.5h52.5v-52.5h52.5v-52.5h52.5v-52.5h52.5V${TILE}Z`)
const speech = still('M28 92a77 66 0 1 1 77 66l-44 34v-44a77 66 0 0 1 -33 -56Z')
const quotes = still(
  [24, 112]
    .map(
      (x) =>
        `M${x} 100a38 38 0 1 1 74 10c-6 34 -26 54 -54 62l-8 -18c16 -6 24 -14 26 -26a38 38 0 0 1 -38 -28Z`,
    )
    .join(''),
)
const chevrons = still([10, 72, 134].map((x) => `M${x} 40h28l38 65l-38 65h-28l38 -65Z`).join(''))
const prompt = still('M34 52h34l58 53l-58 53h-34l58 -53ZM120 138h62v24h-62Z')

const MOTIFS: Record<string, MotifSet> = {
  business: { own: [bars, stairs], plain: [quarter, moon, arch] },
  tech: { own: [chip, grid], plain: [quarter, leaf, arch] },
  opinion: { own: [speech, quotes], plain: [quarter, leaf, moon] },
  hack: { own: [chevrons, prompt], plain: [quarter, stairs, arch] },
  news: { own: [waves, sunrise], plain: [quarter, arch, leaf] },
}

/** The motifs of a section: the shipped ones, or a set that its address chooses. */
export function motifsOfSection(slug: string): MotifSet {
  const sets = new Map<string, MotifSet>(Object.entries(MOTIFS))
  const chosen = Buffer.from(slug).reduce((sum, byte) => sum + byte, 0) % sets.size
  return sets.get(slug) ?? [...sets.values()][chosen] ?? PUBLICATION_MOTIFS
}

/** One of each category. */
export const PUBLICATION_MOTIFS: MotifSet = {
  own: [waves, chip, bars, speech, prompt],
  plain: [quarter, leaf, moon],
}
