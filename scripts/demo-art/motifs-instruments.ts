// Instruments: weights, a balance, calipers, a reading glass.

import type { Box, Pen, Round, Spot } from './svg.ts'
import {
  at,
  box,
  circle,
  disc,
  dotted,
  each,
  line,
  outline,
  path,
  pick,
  polar,
  rect,
  ring,
  solid,
  times,
} from './svg.ts'

/** A kitchen weight; `x` is its middle, `y` the ground. */
export const weight = (pen: Pen, { x, y, w, h }: Box): string =>
  at(
    x,
    y,
    rect(-w * 0.09, -h - w * 0.16, w * 0.18, w * 0.2, pen.ink) +
      disc(0, -h - w * 0.26, w * 0.17, pen.ink) +
      solid(
        outline([
          [-w * 0.4, -h],
          [w * 0.4, -h],
          [w * 0.52, 0],
          [-w * 0.52, 0],
        ]),
        pen.ink,
        pen.base,
        'right',
      ) +
      line(`M${-w * 0.2} ${-h * 0.5}h${w * 0.4}`, pen.paper, w * 0.05),
  )

/** The same weight, open: its lid leans against it, and dotted rays go where the voices are. */
export function openWeight(pen: Pen, { x, y, w, h, rays }: Box & { rays: readonly number[] }): string {
  const lid =
    rect(0, -52, w * 0.86, 52, pen.base, 10) +
    rect(w * 0.43 - 34, -96, 68, 50, pen.ink) +
    disc(w * 0.43, -138, 58, pen.base) +
    disc(w * 0.43, -138, 24, pen.paper)
  const body = outline([
    [-w * 0.42, 0],
    [w * 0.42, 0],
    [w * 0.58, h],
    [-w * 0.58, h],
  ])
  const beams = each(rays, (a) => `M${polar(0, 0, 130, a).join(' ')}L${polar(0, 0, 300, a).join(' ')}`)
  return at(
    x,
    y,
    dotted(beams, pen.base, 10) +
      at(-w * 0.83, h, lid, -58) +
      solid(body, pen.base, pen.ink, 'right') +
      path(circle(0, 0, w * 0.42, w * 0.06), pen.ink),
  )
}

/** A plank on a wedge: the small thing weighs more than the big one. */
export function seesaw(pen: Pen, { x, y, length, tilt }: Spot & { length: number; tilt: number }): string {
  const half = length / 2
  const shells = times(3, (i) =>
    line(box(-half + 56 + i * 42, -372 + i * 42, 318 - i * 84, 354 - i * 42), pen.paper, 7),
  )
  const load =
    rect(-half, -18, length, 36, pen.paper, 18) +
    solid(box(-half + 20, -408, 390, 390), pen.pale, pen.ink, 'right') +
    shells +
    solid(circle(half - 96, -94, 76), pen.accent, pen.ink, 'down')
  return (
    solid(
      outline([
        [x, y - 240],
        [x + 150, y],
        [x - 150, y],
      ]),
      pen.ink,
      pen.base,
      'right',
    ) +
    at(x, y - 244, load, tilt) +
    dotted(`M${x + 524} ${y - 604}A650 650 0 0 1 ${x + 642} ${y - 320}`, pen.pale, 12, 30)
  )
}

/** Vernier calipers whose jaws close on `x` and `x + w`. */
export function calipers(pen: Pen, { x, y, w, h }: Box): string {
  const right = x + w
  const marks = times(Math.floor((w + 300) / 28), (i) =>
    line(`M${x - 40 + i * 28} ${y - 12}v${i % 5 ? -24 : -46}`, pen.ink, 6),
  )
  return (
    solid(box(x - 110, y - 80, w + 560, 80, 6), pen.paper, pen.base, 'right') +
    marks +
    solid(
      `M${x - 110} ${y - 150}L${x} ${y - 80}V${y + h}H${x - 36}L${x - 110} ${y + 70}Z`,
      pen.accent,
      pen.ink,
      'left',
    ) +
    solid(`M${right} ${y - 110}h190v136h-86L${right + 36} ${y + h}H${right}Z`, pen.accent, pen.ink, 'right') +
    disc(right + 150, y + 30, 34, pen.paper) +
    disc(right + 150, y + 30, 12, pen.ink) +
    rect(right + 34, y - 76, 118, 44, pen.paper, 6)
  )
}

/** A reading glass over a small chart. */
export const loupe = (pen: Pen, { x, y, r, bars }: Round & { bars: readonly number[] }): string =>
  line(`M${polar(x, y, r, 45).join(' ')}L${polar(x, y, r * 1.8, 45).join(' ')}`, pen.accent, 34) +
  solid(circle(x, y, r), pen.paper, pen.pale, 'down') +
  each(bars, (h, i) => rect(x - 90 + i * 62, y + 80 - h, 44, h, pick([pen.base, pen.accent, pen.ink], i))) +
  ring(x, y, r, pen.accent, 22)

/** A dimension line, as in a technical drawing. */
export const dimension = (pen: Pen, { x, y, h }: Spot & { h: number }): string =>
  line(`M${x} ${y}v${h}M${x - 30} ${y}h60M${x - 30} ${y + h}h60`, pen.pale, 8)
