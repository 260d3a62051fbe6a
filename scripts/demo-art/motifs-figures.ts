// Figures that carry an argument: forecasts, plans, scores, threads, pipelines.

import type { Box, Pen, Point, Round, Spot } from './svg.ts'
import {
  box,
  circle,
  disc,
  dome,
  dotted,
  each,
  line,
  outline,
  over,
  path,
  pick,
  rect,
  shade,
  shadowOn,
  solid,
  times,
} from './svg.ts'

/** One loaf: half a circle, three cuts. */
const loaf = (pen: Pen, { x, y, r, fill }: Round & { fill: string }): string =>
  solid(dome(x, y, r, r * 0.86), fill, pen.ink, 'right') +
  times(3, (i) => {
    const cut = `M${x - r * 0.46 + i * r * 0.4} ${y - r * (i === 1 ? 0.46 : 0.36)}l${r * 0.16} ${-r * 0.26}`
    return line(cut, fill === pen.paper ? pen.base : pen.paper, r * 0.09)
  })

interface LoafChart extends Round {
  /** Loaves per day; a negative count is still a forecast. */
  days: readonly number[]
}

/** A bar chart of loaves; those to come are only outlines. */
export const loafChart = (pen: Pen, { x, y, r, days }: LoafChart): string =>
  each(days, (count, day) =>
    times(Math.abs(count), (i) => {
      const spot = { x: x + day * r * 2.24, y: y - i * r * 0.92 }
      const fill = pick([pen.accent, pen.paper, pen.accent, pen.base, pen.accent], day + i * 2)
      return count < 0
        ? dotted(dome(spot.x, spot.y, r - 4, r * 0.82), pen.ink, 6, 15)
        : loaf(pen, { ...spot, r, fill })
    }),
  )

/** The line so far, and the fan of what may come. */
export const forecast = (
  { ink, base, pale, paper }: Pen,
  { x, y, past, fan }: Spot & { past: string; fan: string },
): string =>
  over(solid(fan, pale, base, 'right')) + line(past, ink, 16) + disc(x, y, 26, ink) + disc(x, y, 9, paper)

interface Pulse {
  y: number
  from: number
  /** Where the beats end and the line goes flat. */
  rest: number
  to: number
  beats: number
}

export function pulse({ ink }: Pen, { y, from, rest, to, beats }: Pulse): string {
  const b = (rest - from) / beats
  const beat = `h${b * 0.3}l${b * 0.12} -64l${b * 0.17} 150l${b * 0.17} -196l${b * 0.12} 110h${b * 0.12}`
  return line(`M${from} ${y}${beat.repeat(beats)}H${to}`, ink, 14)
}

/** A cross, and in its heart the two bars of a pause. */
export function pausedCross(pen: Pen, { x, y, arm, size }: Spot & { arm: number; size: number }): string {
  const [a, s] = [arm / 2, size / 2]
  const cross = `M${x - a} ${y - s}h${arm}v${s - a}h${s - a}v${arm}h${a - s}v${s - a}h${-arm}v${a - s}h${a - s}v${-arm}h${s - a}Z`
  const bar = (left: number): string =>
    solid(box(left, y - s * 0.52, arm * 0.27, size * 0.52), pen.accent, pen.ink, 'down')
  return solid(cross, pen.paper, pen.base, 'down') + bar(x - a * 0.72) + bar(x + a * 0.18)
}

/** Cards that wait on one wire, an ink for each class of urgency. */
export function queue(
  pen: Pen,
  { x, y, w, h, gap, inks }: Box & { gap: number; inks: readonly string[] },
): string {
  const top = (i: number): number => y + i * (h + gap)
  const trunk = x - 90
  const middle = top(1) + h / 2
  return each(inks, (fill, i) => {
    const [card, type] = [top(i), x + 86]
    return (
      line(`M${trunk - 330} ${middle}H${trunk}V${card + h / 2}H${x}`, pen.ink, 14) +
      solid(box(x, card, w, h), pen.paper, pen.base, 'down') +
      rect(x, card, 46, h, fill) +
      line(`M${type} ${card + h * 0.36}h${w * 0.5}M${type} ${card + h * 0.66}h${w * 0.3}`, pen.ink, 12)
    )
  })
}

/** A tree of choices, and the one branch that is taken: the index of its node on each level. */
export function searchTree(
  pen: Pen,
  { x, y, w, step, taken }: Spot & { w: number; step: number; taken: readonly number[] },
): string {
  const spot = (level: number, i: number): Point => [x + ((i + 0.5) / 2 ** level - 0.5) * w, y + level * step]
  const node = (level: number, i: number, colour: string, width: number): string =>
    (level > 0
      ? line(`M${spot(level - 1, i >> 1).join(' ')}L${spot(level, i).join(' ')}`, colour, width)
      : '') + disc(...spot(level, i), width * 1.75, colour)
  const all = each(taken, (_, level) => times(2 ** level, (i) => node(level, i, pen.pale, 10)))
  return all + each(taken, (i, level) => node(level, i, pen.base, 12))
}

type Sign = 'disc' | 'triangle' | 'square'

/** A world of blocks: one is lifted out of the heap and set down at `goal`, where the plan wants it. */
export function blocksWorld(
  pen: Pen,
  { x, y, size: s, goal, lift }: Spot & { size: number; goal: number; lift: number },
): string {
  const m = s * 0.24
  const signs: Record<Sign, (cx: number, cy: number) => string> = {
    disc: (cx, cy) => circle(cx, cy, m),
    triangle: (cx, cy) =>
      outline([
        [cx, cy - m],
        [cx + m * 1.1, cy + m * 0.9],
        [cx - m * 1.1, cy + m * 0.9],
      ]),
    square: (cx, cy) => box(cx - m * 0.9, cy - m * 0.9, m * 1.8, m * 1.8),
  }
  const cube = (left: number, top: number, fill: string, sign: Sign): string =>
    solid(box(left, top, s, s), fill, shadowOn(pen, fill), 'right') +
    path(signs[sign](left + s / 2, top + s / 2), fill === pen.accent ? pen.ink : pen.paper)
  const empty = (left: number): string => dotted(box(left + 6, y - 2 * s + 6, s - 12, s - 12), pen.ink, 8, 19)
  const [from, to, grip] = [x + s, goal - s / 2, lift - 72]
  return (
    cube(x, y - s, pen.base, 'square') +
    cube(x + s, y - s, pen.ink, 'disc') +
    empty(x + s / 2) +
    cube(to, y - s, pen.base, 'disc') +
    empty(to) +
    dotted(
      `M${from} ${y - s * 2.2}C${from} ${y - s * 2.95} ${to - s * 0.6} ${y - s * 3.0} ${to - s * 0.34} ${lift + s * 0.6}`,
      pen.ink,
    ) +
    line(`M${goal} ${lift - 142}V${grip}`, pen.base, 12) +
    rect(goal - s * 0.66, grip, s * 1.32, 44, pen.ink, 8) +
    cube(to, lift, pen.accent, 'triangle') +
    line(
      `M${goal - s * 0.58} ${grip + 32}v${s * 0.7}M${goal + s * 0.58} ${grip + 32}v${s * 0.7}`,
      pen.ink,
      20,
    )
  )
}

/** A spreadsheet in perspective; every score is a tower, and the best one wears the accent. */
export function towers(
  pen: Pen,
  { x, y, cell, scores }: Spot & { cell: number; scores: readonly (readonly number[])[] },
): string {
  const [rows, columns] = [scores.length, scores[0]?.length ?? 0]
  const best = Math.max(...scores.flat())
  const spot = (c: number, r: number, z = 0): Point => [
    x + (c - r) * cell * 0.87,
    y + (c + r) * cell * 0.5 - z,
  ]
  const rule = (from: Point, to: Point): string => line(`M${from.join(' ')}L${to.join(' ')}`, pen.ink, 5)
  const tower = (c: number, r: number, z: number): string => {
    const [l, t, e, b] = [c + 0.14, r + 0.14, c + 0.86, r + 0.86]
    const inks =
      z === best
        ? [pen.paper, pen.accent, pen.ink]
        : z > 120
          ? [pen.pale, pen.base, pen.ink]
          : [pen.paper, pen.pale, pen.base]
    const left = outline([spot(l, b, z), spot(e, b, z), spot(e, b), spot(l, b)])
    const right = outline([spot(e, t, z), spot(e, b, z), spot(e, b), spot(e, t)])
    const top = outline([spot(l, t, z), spot(e, t, z), spot(e, b, z), spot(l, b, z)])
    return (
      path(left, pick(inks, 1)) +
      shade(left, pen.ink, 'down') +
      path(right, pick(inks, 2)) +
      path(top, pick(inks, 0))
    )
  }
  return (
    solid(
      outline([spot(0, 0), spot(columns, 0), spot(columns, rows), spot(0, rows)]),
      pen.paper,
      pen.base,
      'down',
    ) +
    times(columns + 1, (c) => rule(spot(c, 0), spot(c, rows))) +
    times(rows + 1, (r) => rule(spot(0, r), spot(columns, r))) +
    each(scores, (row, r) => each(row, (z, c) => (z > 0 ? tower(c, r, z) : '')))
  )
}

/** Ten lines to a band: they come in one by one, bend as one, and go as far as their band is of use. */
export function stripes(
  pen: Pen,
  { x, y, bands }: Spot & { bands: readonly (readonly [string, number])[] },
): string {
  const [pitch, thick] = [8, 80]
  const flow = each(bands, ([colour, end], i) => {
    const o = (i + 0.5) * thick
    const [outer, inner] = [thick * bands.length + 24 - o, 24 + o]
    const bends = `a${outer} ${outer} 0 0 1 ${outer} ${outer}a${inner} ${inner} 0 0 0 ${inner} ${inner}`
    return line(`M-20 ${y + o}H${x - o - outer}${bends}H${end}`, colour, thick + 1, '', 'butt')
  })
  const gap = (i: number): string =>
    line(`M-20 ${y + (i + 1) * pitch}H${420 + pen.random() * 190}`, pen.pale, 2.8)
  return flow + times(bands.length * 10 - 1, gap)
}

/** A thread from a claim to its source. */
export function thread(_: Pen, { from, to, colour }: { from: Point; to: Point; colour: string }): string {
  const middle = (from[0] + to[0]) / 2
  const d = `M${from.join(' ')}C${middle} ${from[1]} ${middle} ${to[1]} ${to.join(' ')}`
  return line(d, colour, 9) + disc(...from, 17, colour) + disc(...to, 17, colour)
}

/** A thread that has no source to go to. */
export const looseThread = (_: Pen, { x, y, colour }: Spot & { colour: string }): string =>
  line(`M${x} ${y}c90 0 150 10 190 60s-30 120 -70 90s40 -90 110 -40`, colour, 9) + disc(x, y, 17, colour)
