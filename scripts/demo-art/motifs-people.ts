// People, what they say, and the furniture of their rooms.

import type { Box, Pen, Point, Round, Side, Spot } from './svg.ts'
import {
  at,
  box,
  circle,
  clip,
  disc,
  dome,
  each,
  grow,
  line,
  outline,
  over,
  path,
  pick,
  polar,
  rect,
  ring,
  shade,
  shadowOn,
  solid,
  times,
} from './svg.ts'

type Kind = 'round' | 'square' | 'hexagon' | 'arch' | 'diamond'
type Script = 'dots' | 'bars' | 'waves' | 'arcs' | 'crosses'

interface Speech extends Round {
  kind: Kind
  script?: Script
  fill: string
  /** Where the tail points, in degrees clockwise from straight down. */
  tail?: number
  shadow?: string
  side?: Side
}

const bubbles: Record<Kind, (r: number) => string> = {
  round: (r) => circle(0, 0, r),
  square: (r) => box(-r, -r * 0.86, r * 2, r * 1.72, r * 0.12),
  hexagon: (r) => outline([0, 60, 120, 180, 240, 300].map((a) => polar(0, 0, r * 1.08, a))),
  arch: (r) => `M${-r * 0.9} ${r * 0.9}V0A${r * 0.9} ${r * 0.95} 0 0 1 ${r * 0.9} 0V${r * 0.9}Z`,
  diamond: (r) => outline([0, 90, 180, 270].map((a) => polar(0, 0, r * 1.18, a))),
}

/** Scripts that only look like writing, for a bubble of radius 100. */
const scripts: Record<Script, (colour: string) => string> = {
  dots: (c) => times(9, (i) => disc((i % 3) * 44 - 44, Math.floor(i / 3) * 44 - 44, i % 4 === 1 ? 7 : 14, c)),
  bars: (c) => times(4, (i) => line(`M${i * 34 - 51} ${i % 2 ? -18 : -44}V${i % 3 ? 40 : 20}`, c, 14)),
  waves: (c) => times(3, (i) => line(`M-52 ${i * 38 - 38}q17 -26 34 0t34 0t34 0`, c, 12)),
  arcs: (c) => times(3, (i) => line(`M${i * 46 - 62} 22v-24a16 16 0 0 1 32 0v24`, c, 12)),
  crosses: (c) =>
    times(4, (i) => at(i % 2 ? 30 : -30, i < 2 ? -28 : 32, line('M-17 0H17M0 -17V17', c, 13), i * 45)),
}

/** Something said: an outline with a tail. */
export function speech(
  pen: Pen,
  { x, y, r, kind, script, fill, tail = 0, shadow = shadowOn(pen, fill), side = 'down' }: Speech,
): string {
  const point = outline([
    [-r * 0.3, r * 0.6],
    [r * 0.3, r * 0.6],
    [0, r * 1.42],
  ])
  const writing = script ? at(0, 0, scripts[script](pen.paper), 0, r / 100) : ''
  return at(x, y, at(0, 0, path(point, fill), tail) + solid(bubbles[kind](r), fill, shadow, side) + writing)
}

/** 430 by 520, looking right. */
const PROFILE =
  'M120 520L120 392C44 350 8 272 8 200C8 94 96 8 204 8C318 8 380 84 384 176L428 274C432 286 424 292 408 294L384 298' +
  'L390 330L374 346L386 366L368 384C376 428 350 448 306 444L268 440L276 520Z'

/** Heads inside heads: who is it that understands? */
export function nestedHeads(
  pen: Pen,
  { x, y, size, inks }: Spot & { size: number; inks: readonly string[] },
): string {
  const [fill, ...rest] = inks
  return fill
    ? at(x, y, solid(grow(PROFILE, size), fill, shadowOn(pen, fill), 'left')) +
        nestedHeads(pen, { x: x + 104 * size, y: y + 66 * size, size: size / 2, inks: rest })
    : disc(x + 200 * size, y + 268 * size, 184 * size, pen.accent)
}

/** The editor, looking left: hair in a bun, glasses, a collar, a forearm raised from the desk. */
export function editor(pen: Pen, { x, y, hand }: Spot & { hand: Point }): string {
  const hair =
    'M8 200C8 94 96 8 204 8C300 8 356 56 372 120C300 150 268 150 236 118C220 210 196 270 150 330C130 372 124 380 118 392C44 350 8 272 8 200Z'
  const shoulders = 'M-150 900C-170 640 -40 520 120 500L276 500C380 540 420 700 430 900Z'
  const bust =
    disc(-30, 40, 96, pen.ink) +
    solid(shoulders, pen.base, pen.ink, 'left') +
    solid(PROFILE, pen.paper, pen.accent, 'left') +
    path(hair, pen.ink) +
    path('M110 486H276L300 560L196 640L80 560Z', pen.accent) +
    disc(150, 268, 20, pen.accent) +
    ring(330, 214, 42, pen.ink, 9) +
    line('M288 210L190 196', pen.ink, 9)
  return at(x, y, bust, 0, [-1, 1]) + line(`M1180 860L${hand.join(' ')}`, pen.base, 124)
}

export const hand = (pen: Pen, { x, y, r }: Round): string =>
  solid(circle(x, y, r), pen.paper, pen.accent, 'down')

/** Stacking chairs, one on the other. */
export const stackedChairs = (
  { ink, paper }: Pen,
  { x, y, count, inks }: Spot & { count: number; inks: readonly string[] },
): string =>
  times(count, (i) => {
    const shell = 'M-6 -338C4 -230 16 -172 46 -158C86 -144 150 -152 214 -150'
    const legs = line('M40 -150L8 0M196 -140L232 0', ink, 12)
    return at(x + i * 15, y - i * 58, legs + line(shell, paper, 42) + line(shell, pick(inks, i), 32))
  })

/** A target with an arrow at its heart. */
export function target(
  { ink, base, paper }: Pen,
  { x, y, r, inks }: Round & { inks: readonly string[] },
): string {
  const rings = each(inks, (fill, i) =>
    solid(circle(x, y, r * (1 - i / inks.length)), fill, fill === paper ? base : ink, 'left'),
  )
  const feather = (m: 1 | -1): string =>
    path(
      outline([
        [r, 0],
        [r * 1.1, m * 44],
        [r * 1.42, m * 44],
        [r * 1.32, 0],
      ]),
      ink,
    )
  return rings + at(x, y, line(`M0 0H${r * 1.3}`, ink, 16) + feather(1) + feather(-1), -34)
}

/** A window on a calm horizon, and its sill. */
export function calmWindow(pen: Pen, { x, y, w, h }: Box): string {
  const glass = box(x, y, w, h)
  const view =
    disc(x + w * 0.7, y + h * 0.66, h * 0.2, pen.accent) +
    solid(dome(x + w * 0.2, y + h, w * 0.5, h * 0.34), pen.base, pen.ink, 'down') +
    solid(dome(x + w * 0.86, y + h, w * 0.44, h * 0.22), pen.base, pen.ink, 'down')
  return (
    path(glass, pen.pale) +
    clip(glass, view) +
    line(`${glass}M${x + w / 2} ${y}v${h}`, pen.paper, 20) +
    shade(glass, pen.paper, 'up') +
    rect(x - 80, y + h + 16, w + 160, 30, pen.paper)
  )
}

/** A column radiator: the most dependable thing in the room. */
export const radiator = (
  pen: Pen,
  { x, y, h, columns, pitch }: Spot & { h: number; columns: number; pitch: number },
): string =>
  rect(x - 90, y + h - 92, columns * pitch + 110, 22, pen.ink) +
  rect(x - 90, y + h - 92, 24, 300, pen.ink) +
  times(columns, (i) => {
    const w = pitch - 12
    const column = solid(box(x + i * pitch, y, w, h, w / 2), pen.paper, pen.base, 'right')
    return column + line(`M${x + i * pitch + w * 0.34} ${y + 56}v${h - 112}`, pen.pale, 12)
  }) +
  disc(x - 78, y + h - 82, 40, pen.accent) +
  disc(x - 78, y + h - 82, 14, pen.ink)

/** A cat asleep, its tail over the edge. */
export function cat(pen: Pen, { x, y, fill }: Spot & { fill: string }): string {
  const body = dome(60, 0, 200, 130)
  return at(
    x,
    y,
    line('M236 -14C320 -10 330 40 312 92', fill, 30) +
      solid(body, fill, pen.base, 'down') +
      path('M-178 -136L-150 -72L-118 -106ZM-70 -136L-98 -72L-130 -106Z', fill) +
      solid(circle(-124, -62, 70, 62), fill, pen.base, 'down') +
      line('M-160 -58q12 14 26 0M-114 -58q12 14 26 0', pen.pale, 6) +
      clip(body, over(times(3, (i) => line(`M${60 + i * 52} -140q34 40 4 84`, pen.base, 16)))),
  )
}

/** Round holes on one side, square holes on the other, and one shape that fits neither. */
export const misfit = (
  { paper }: Pen,
  { rounds, squares, odd }: { rounds: Spot; squares: Spot; odd: Spot },
): string =>
  times(6, (i) => disc(rounds.x + (i % 2) * 130, rounds.y + Math.floor(i / 2) * 130, 42, paper)) +
  times(6, (i) =>
    rect(squares.x + (i % 2) * 120 - 36, squares.y + Math.floor(i / 2) * 130 - 36, 72, 72, paper),
  ) +
  path(
    outline([
      [odd.x, odd.y - 67],
      [odd.x + 72, odd.y + 67],
      [odd.x - 72, odd.y + 67],
    ]),
    paper,
  )
