// Out of doors: sun, ground, water, skyline, park.

import type { Pen, Round, Spot } from './svg.ts'
import {
  box,
  circle,
  disc,
  dome,
  each,
  HEIGHT,
  line,
  over,
  polar,
  rect,
  shadowOn,
  solid,
  times,
  WIDTH,
} from './svg.ts'

/** A sun, a lamp, a halo: the disc behind a subject. */
export const sun = (
  pen: Pen,
  {
    x,
    y,
    r,
    fill = pen.accent,
    shadow = pen.base,
    lit = 'up',
  }: Round & { fill?: string; shadow?: string; lit?: 'up' | 'down' },
): string => solid(circle(x, y, r), fill, shadow, lit === 'up' ? 'down' : 'up')

/** A darker ring of the ground itself, around a subject. */
export const halo = ({ pale }: Pen, { x, y, r }: Round): string => over(disc(x, y, r, pale))

/** A band of colour across the whole sheet. */
export const band = (_: Pen, { y, h, fill }: { y: number; h: number; fill: string }): string =>
  rect(-20, y, WIDTH + 40, h, fill)

/** A sun on the horizon, with its rays. */
export const afternoon = ({ base }: Pen, { x, y, r, fill }: Round & { fill: string }): string =>
  solid(dome(x, y, r), fill, base, 'down') +
  times(9, (i) =>
    line(
      `M${polar(x, y, r * 1.18, 190 + i * 20).join(' ')}L${polar(x, y, r * 1.42, 190 + i * 20).join(' ')}`,
      fill,
      16,
    ),
  )

export const floor = ({ base }: Pen, { y, fill }: { y: number; fill: string }): string =>
  solid(box(-20, y, WIDTH + 40, HEIGHT - y + 20), fill, base, 'up')

/** Graph paper. */
export const grid = (_: Pen, { step, colour }: { step: number; colour: string }): string =>
  times(Math.ceil(WIDTH / step), (i) => line(`M${(i + 0.5) * step} -20V${HEIGHT + 20}`, colour, 2)) +
  times(Math.ceil(HEIGHT / step), (i) => line(`M-20 ${(i + 0.5) * step}H${WIDTH + 20}`, colour, 2))

interface Water {
  y: number
  step: number
  length: number
  height: number
  inks: readonly string[]
}

/** Bands of water, each with its own ink, the nearest last. */
export const waves = (pen: Pen, { y, step, length, height, inks }: Water): string =>
  each(inks, (fill, i) => {
    const start = -length + ((i * 0.37) % 1) * length
    const crests = times(
      Math.ceil(WIDTH / length) + 2,
      () => `q${length / 4} ${-height} ${length / 2} 0t${length / 2} 0`,
    )
    return solid(
      `M${start} ${y + i * step}${crests}V${HEIGHT + 20}H${start}Z`,
      fill,
      shadowOn(pen, fill),
      'down',
    )
  })

/** [left, width, height, ink] */
type Building = readonly [number, number, number, string]

/** A row of buildings standing on `y`; every third has long windows. */
export const skyline = (pen: Pen, { y, buildings }: { y: number; buildings: readonly Building[] }): string =>
  each(buildings, ([x, w, h, fill], i) => {
    const lit = fill === pen.base ? pen.paper : pen.base
    const columns = Math.max(2, Math.floor((w - 20) / 46))
    const rows = Math.floor((h - 60) / 62)
    const long = (r: number): string => line(`M${x + 26} ${y - h + 40 + r * 31}h${w - 52}`, lit)
    const small = (k: number): string =>
      pen.random() < 0.85
        ? rect(
            x + 24 + (k % columns) * ((w - 30) / columns),
            y - h + 40 + Math.floor(k / columns) * 62,
            20,
            32,
            lit,
          )
        : ''
    const windows = i % 3 === 2 ? times(rows * 2, long) : times(columns * rows, small)
    return solid(box(x, y - h, w, h), fill, shadowOn(pen, fill), 'down') + windows
  })

/** A park tree: a crown on a stick. */
export const tree = ({ ink }: Pen, { x, y, r, h, fill }: Round & { h: number; fill: string }): string =>
  line(`M${x} ${y}V${y - h}M${x} ${y - h + r * 0.45}l${r * 0.4} ${-r * 0.4}`, ink, 11) +
  over(solid(circle(x, y - h - r * 0.35, r), fill, ink, 'right'))

/** A public bench whose back is a measure. */
export function bench(pen: Pen, { x, y, w }: Spot & { w: number }): string {
  const legs = each([x + 90, x + w - 210], (leg) =>
    line(`M${leg} ${y}v-140l-22 -160M${leg + 110} ${y}v-140`, pen.ink, 22),
  )
  const marks = times(31, (i) => {
    const length = i % 10 === 0 ? 74 : i % 5 === 0 ? 54 : 34
    return line(`M${x + 40 + (i * (w - 80)) / 30} ${y - 330}v${length}`, pen.ink, 8)
  })
  return (
    legs +
    solid(box(x, y - 342, w, 110, 8), pen.accent, pen.ink, 'down') +
    marks +
    solid(box(x, y - 212, w, 36, 8), pen.base, pen.ink, 'down') +
    solid(box(x - 26, y - 152, w + 52, 44, 10), pen.ink, pen.base, 'up')
  )
}
