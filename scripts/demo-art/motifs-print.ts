// Printed matter with a story of its own: pictures, a library, a scroll, an invoice, a torn page.

import { textLines } from './motifs-paper.ts'
import type { Box, Pen, Point, Spot } from './svg.ts'
import {
  archway,
  at,
  box,
  circle,
  clip,
  disc,
  each,
  line,
  outline,
  over,
  path,
  pick,
  rect,
  ring,
  shade,
  solid,
  times,
} from './svg.ts'

type View = 'hills' | 'pixels' | 'portrait'

/** A framed picture: a portrait, a landscape, or the same landscape made of pixels. */
export function framed(
  pen: Pen,
  { x, y, w, h, turn = 0, view }: Box & { turn?: number; view: View },
): string {
  const [l, t] = [-w / 2, -h / 2]
  const inside = box(l + 34, t + 34, w - 68, h - 68)
  const cell = (w - 68) / 12
  const views: Record<View, () => string> = {
    hills: () =>
      disc(w * 0.2, t + h * 0.32, h * 0.12, pen.base) +
      solid(
        `M${l} ${-t}L${l + w * 0.36} ${t + h * 0.28}L${l + w * 0.8} ${-t}Z`,
        pen.ink,
        pen.accent,
        'right',
      ) +
      solid(
        `M${l + w * 0.3} ${-t}L${w * 0.18} ${t + h * 0.46}L${-l + w * 0.1} ${-t}Z`,
        pen.accent,
        pen.ink,
        'up',
      ),
    pixels: () =>
      times(12, (i) => {
        const column = (rows: number, fill: string): string =>
          rect(l + 34 + i * cell, -t - 34 - Math.round(rows) * cell, cell + 1, h, fill)
        const far = Math.max(0, 7 - Math.abs(i - 3.5) * 1.7)
        const near = Math.max(0, 5.6 - Math.abs(i - 7.5) * 1.3)
        return column(far, pen.ink) + column(near, pen.accent)
      }) +
      each([3, 5, 7, 7, 7, 5, 3], (rows, i) =>
        rect(w * 0.13 + i * 24, t + 164 - rows * 12, 25, rows * 24, pen.base),
      ),
    portrait: () =>
      solid(
        `M${-w * 0.36} ${-t}A${w * 0.36} ${h * 0.34} 0 0 1 ${w * 0.36} ${-t}Z`,
        pen.base,
        pen.ink,
        'down',
      ) + solid(circle(0, -h * 0.06, w * 0.17, w * 0.2), pen.ink, pen.accent, 'left'),
  }
  return at(
    x,
    y,
    rect(l, t, w, h, pen.paper) +
      path(inside, pen.pale) +
      clip(inside, views[view]()) +
      line(box(l, t, w, h), pen.ink, 12),
    turn,
  )
}

/** A portico built of a library: an open book for a roof, spines for columns, steps of folios. */
export function bookTemple(pen: Pen, { x, y }: Spot): string {
  const spines = [
    [64, pen.ink],
    [86, pen.paper],
    [58, pen.accent],
    [92, pen.paper],
    [60, pen.ink],
  ] as const
  const shelf = (start: number, books: typeof spines | (typeof spines)[number][]): string => {
    let left = start
    return each(books, ([thick, fill]) => {
      const w = thick - 12
      const bands = fill === pen.ink ? pen.pale : pen.ink
      const spine =
        solid(box(left, -330, w, 330), fill, fill === pen.paper ? pen.base : pen.ink, 'right') +
        rect(left, -284, w, 14, bands) +
        rect(left, -72, w, 14, bands)
      left += thick
      return spine
    })
  }
  /** The edge of a spread: from the left corner down into the fold and up again, `lift` above the columns. */
  const spread = (lift: number, fill: string): string => {
    const half = (m: 1 | -1): string =>
      `M0 ${-lift - 118}C${m * 110} ${-lift - 208} ${m * 330} ${-lift - 128} ${m * 560} ${-lift}`
    return line(half(-1) + half(1), fill, 24, '', 'butt') + path(`M-12 ${-lift - 118}h24l-12 20Z`, fill)
  }
  const leaf = (m: 1 | -1): string => {
    const page = `M0 -530C${m * 110} -640 ${m * 330} -560 ${m * 560} -420V-398C${m * 330} -530 ${m * 110} -610 0 -510Z`
    return solid(page, pen.paper, pen.base, 'down')
  }
  const gable = path('M0 -500C130 -540 340 -450 520 -350H-520C-340 -450 -130 -540 0 -500Z', pen.ink)
  return at(
    x,
    y,
    shelf(-470, spines) +
      shelf(110, [...spines].reverse()) +
      path(archway(0, 0, 196, 292), pen.ink) +
      gable +
      spread(352, pen.paper) +
      spread(374, pen.pale) +
      spread(396, pen.paper) +
      leaf(1) +
      leaf(-1) +
      rect(-520, 0, 1040, 34, pen.paper) +
      rect(-590, 34, 1180, 34, pen.pale) +
      rect(-670, 68, 1340, 140, pen.ink),
  )
}

/** One long strip of paper that goes back and forth, covered in tokens. */
export function scroll(
  pen: Pen,
  { x, y, w, passes, pitch }: Spot & { w: number; passes: number; pitch: number },
): string {
  const h = pitch * 0.62
  const [outer, inner] = [(pitch + h) / 2, (pitch - h) / 2]
  const strip = (i: number): string => {
    const top = y + i * pitch
    const [edge, sweep, side] = i % 2 ? ([x, 0, 'left'] as const) : ([x + w, 1, 'right'] as const)
    const bend =
      `M${edge} ${top}a${outer} ${outer} 0 0 ${sweep} 0 ${pitch + h}v${-h}` +
      `a${inner} ${inner} 0 0 ${1 - sweep} 0 ${h - pitch}Z`
    return (
      (i < passes - 1 ? solid(bend, pen.base, pen.ink, side) : '') + rect(x - 1, top, w + 2, h, pen.paper)
    )
  }
  const tokens = (i: number): string => {
    let left = x + 20
    let marks = ''
    while (left < x + w - 60) {
      const size = Math.min(18 + pen.random() * 66, x + w - 20 - left)
      const fill = pen.random() < 0.6 ? pen.base : pen.ink
      marks += rect(left, y + i * pitch + h * 0.38, size, h * 0.24, fill, 4)
      left += size + 16
    }
    return marks
  }
  return times(passes, strip) + times(passes, tokens)
}

/** An invoice folded like a screen; every panel is taller than the last. */
export const foldedInvoice = (
  pen: Pen,
  { x, y, panel, heights }: Spot & { panel: number; heights: readonly number[] },
): string =>
  each(heights.slice(1), (h, i) => {
    const [from, to] = i % 2 ? [56, 0] : [0, 56]
    const before = heights[i] ?? h
    const slope = (to - from) / panel
    /** A point of the panel, `dx` from its left fold and `up` from its lower edge. */
    const spot = (dx: number, up: number): Point => [x + i * panel + dx, y + from + dx * slope - up]
    const stroke = (dx: number, up: number, length: number, colour: string, width: number): string =>
      line(`M${spot(dx, up).join(' ')}L${spot(dx + length, up).join(' ')}`, colour, width)
    const rows = times(Math.floor((before - 70) / 46), (r) => {
      const name = panel * (0.2 + pen.random() * 0.14)
      const amount = panel * (0.1 + pen.random() * 0.1)
      return r === 0 && i === heights.length - 2
        ? stroke(panel * 0.42, 50, panel * 0.4, pen.accent, 30)
        : stroke(28, 50 + r * 46, name, pen.base, 10) +
            stroke(panel - 28 - amount, 50 + r * 46, amount, pen.ink, 10)
    })
    const face = outline([spot(0, 0), spot(panel, 0), spot(panel, h), spot(0, before)])
    return solid(face, i % 2 ? pen.pale : pen.paper, pen.base, i % 2 ? 'left' : 'down') + rows
  })

/** A watermark in rings under the type of a page that has been torn and moved. */
export function tornPage(pen: Pen, { x, y, w, h }: Box): string {
  const [cx, cy] = [x + w / 2, y + h / 2]
  const tear = Array.from({ length: 23 }, (_, i) =>
    [x + (w * i) / 22, y + h * (0.5 + i * 0.004) + (pen.random() - 0.5) * 46].join(' '),
  ).join('L')
  const upper = `M${x} ${y}L${tear}L${x + w} ${y}Z`
  const lower = `M${x} ${y + h}L${tear}L${x + w} ${y + h}Z`
  const type = { x: x + 90, y: y + 84, w: w - 180, rows: Math.floor((h - 120) / 58), gap: 58, weight: 17 }
  const printed =
    rect(x, y, w, h, pen.paper) +
    textLines(pen, type) +
    over(
      times(5, (i) => ring(cx, cy, 84 + i * 80, pick([pen.accent, pen.pale], i), 40)) +
        disc(cx, cy, 34, pen.accent),
    )
  return clip(upper, printed) + at(92, 44, clip(lower, printed) + shade(lower, pen.base, 'up'), 2.6)
}

/** A window laid over a scroll: the glass goes under it, the frame on top. */
export const glass = (pen: Pen, { x, y, w, h }: Box): string => rect(x, y, w, h, pen.accent)
export const windowFrame = (pen: Pen, { x, y, w, h }: Box): string =>
  line(box(x, y, w, h), pen.ink, 26) + line(`M${x + w / 2} ${y}v${h}M${x} ${y + h / 2}h${w}`, pen.ink, 16)
