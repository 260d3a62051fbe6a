// Staged scenes: a false front and a torch, an umbrella, rain, what is kept dry.

import type { Box, Pen, Point, Spot } from './svg.ts'
import {
  at,
  box,
  clip,
  each,
  line,
  outline,
  path,
  pick,
  rect,
  seeded,
  shade,
  solid,
  times,
  WIDTH,
} from './svg.ts'

/** A splendid front, and the struts that hold it up. */
export function stageFront(pen: Pen, { x, y }: Spot): string {
  const slant = (px: number, py: number, w: number, h: number, fill: string): string =>
    path(
      outline([
        [px, py],
        [px + w, py + w * 0.18],
        [px + w, py + h + w * 0.1],
        [px, py + h],
      ]),
      fill,
    )
  const panes = times(12, (i) => {
    const column = i % 3
    return slant(
      34 + column * 74,
      -560 + Math.floor(i / 3) * 106 + column * 12,
      46,
      70,
      i === 7 ? pen.accent : pen.base,
    )
  })
  const struts =
    line('M282 -548V0M282 -520L560 0M282 -360L480 0M282 -200L392 0', pen.base, 16) +
    line('M282 -330L376 -342M282 -170L455 -192', pen.base, 12) +
    times(3, (i) => rect(372 + i * 84, -34, 56, 34, pen.pale))
  const wall: Point[] = [
    [0, -640],
    [270, -560],
    [270, 0],
    [0, 0],
  ]
  const cornice: Point[] = [
    [-22, -668],
    [292, -574],
    [292, -540],
    [-22, -632],
  ]
  return at(
    x,
    y,
    struts +
      solid(outline(wall), pen.paper, pen.base, 'right') +
      panes +
      path(outline(cornice), pen.accent) +
      slant(96, -110, 84, 108, pen.ink),
  )
}

/** A torch and its cone of light, which falls on a wall at `reach`. */
export const torch = (
  pen: Pen,
  { x, y, reach, top, bottom }: Spot & { reach: number; top: number; bottom: number },
): string =>
  solid(
    outline([
      [x, y - 46],
      [reach, top],
      [reach, bottom],
      [x, y + 46],
    ]),
    pen.pale,
    pen.paper,
    'left',
  ) +
  solid(
    outline([
      [x + 14, y - 64],
      [x + 14, y + 64],
      [x - 66, y + 40],
      [x - 66, y - 40],
    ]),
    pen.accent,
    pen.ink,
    'down',
  ) +
  rect(x - 300, y - 40, 236, 80, pen.base, 14) +
  rect(x - 190, y - 14, 60, 28, pen.ink, 14)

/** An umbrella whose canopy is a bell curve, cut into classes of risk; the far tail is the dear one. */
export function umbrella(pen: Pen, { x, y, w, h }: Box): string {
  const half = w / 2
  const cuts = [-1, -0.62, -0.36, -0.12, 0.12, 0.36, 0.62, 1].map((c) => x + c * half)
  const panels = [pen.pale, pen.paper, pen.pale, pen.paper, pen.pale, pen.paper, pen.accent]
  const width = (i: number): number => (cuts[i + 1] ?? x) - (cuts[i] ?? x)
  const hem = each([6, 5, 4, 3, 2, 1, 0], (i) => `q${-width(i) / 2} ${i % 6 ? -46 : -10} ${-width(i)} 0`)
  const canopy =
    `M${x - half} ${y}C${x - half * 0.5} ${y - h * 0.14} ${x - half * 0.46} ${y - h} ${x} ${y - h}` +
    `S${x + half * 0.5} ${y - h * 0.14} ${x + half} ${y}${hem}Z`
  return (
    line(`M${x} ${y - h - 50}V${y + 130}a54 54 0 0 1 -108 0`, pen.ink, 20) +
    clip(
      canopy,
      each(panels, (fill, i) => rect(cuts[i] ?? 0, y - h, width(i) + 1, h + 4, fill)) +
        shade(box(x - half, y - h, w - width(6), h), pen.base, 'down'),
    )
  )
}

/** Rain at a slant, as far down as `depth` lets it; here and there a splinter among the drops. */
export function rain(pen: Pen, { count, depth }: { count: number; depth: (x: number) => number }): string {
  const random = seeded(`rain ${count}`)
  return times(count, (i) => {
    const x = ((i + 0.5) / count) * (WIDTH + 40) + (random() - 0.5) * 24
    const y = random() * Math.max(0, depth(x) - 90)
    return i % 5 === 3
      ? at(x, y + 20, path('M-26 -20L24 -10L-4 30Z', pen.accent), random() * 90)
      : line(`M${x} ${y}l-16 62`, pen.pale, 9)
  })
}

/** Crates side by side and on top of each other, from [column, row]. */
export const crates = (
  pen: Pen,
  { x, y, size, spots }: Spot & { size: number; spots: readonly Point[] },
): string =>
  each(spots, ([column, row], i) =>
    solid(
      box(x + column * size, y - (row + 1) * size, size, size),
      row > 0 ? pen.accent : pick([pen.paper, pen.pale], i),
      row > 0 ? pen.ink : pen.base,
      'down',
    ),
  )
