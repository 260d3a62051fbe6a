// Loose paper: type without letters, pages, ballots, tags, drafts, verdicts, a pencil.

import type { Box, Pen, Point, Round, Spot } from './svg.ts'
import { at, box, circle, disc, each, line, outline, path, pick, rect, solid, times } from './svg.ts'

interface Lines extends Spot {
  w: number
  rows: number
  gap?: number
  weight?: number
}

/** Ragged lines of type, without a letter. */
export const textLines = ({ ink, random }: Pen, { x, y, w, rows, gap = 38, weight = 12 }: Lines): string =>
  times(rows, (i) => {
    const length = i === rows - 1 ? 0.5 : 0.76 + random() * 0.24
    return line(`M${x} ${y + i * gap}h${w * length}`, ink, weight)
  })

interface Page extends Box {
  rows?: number
  turn?: number
  corner?: string
}

/** A page with a folded corner; `x`, `y` is its centre, so that it turns in place. */
export function page(pen: Pen, { x, y, w, h, rows = 0, turn = 0, corner = pen.base }: Page): string {
  const fold = w * 0.17
  const [l, t] = [-w / 2, -h / 2]
  const [a, b]: [Point, Point] = [
    [-l - fold, t],
    [-l, t + fold],
  ]
  const gap = (h - fold * 1.9) / Math.max(rows, 1)
  const type = {
    x: l + w * 0.13,
    y: t + fold * 1.5,
    w: w * 0.72,
    rows,
    gap,
    weight: Math.min(14, gap * 0.36),
  }
  return at(
    x,
    y,
    solid(outline([[l, t], a, b, [-l, -t], [l, -t]]), pen.paper, pen.base, 'down') +
      textLines(pen, type) +
      path(outline([a, b, [-l - fold, t + fold]]), corner),
    turn,
  )
}

export const tick = (x: number, y: number, size: number, colour: string, width = 14): string =>
  line(`M${x - size * 0.5} ${y}l${size * 0.36} ${size * 0.4}l${size * 0.7} ${-size * 0.95}`, colour, width)

/** A verdict beside a source: found, or still open. */
export const verdict = ({ accent, ink }: Pen, { x, y, r, found }: Round & { found: boolean }): string =>
  found
    ? disc(x, y, r, accent) + tick(x - 2, y + 2, r * 0.86, ink, 12)
    : line(circle(x, y, r - 6), accent, 12)

/** A ballot as tall as a building; its boxes are the windows. */
export function ballot(
  pen: Pen,
  { x, y, w, h, rows, ticked }: Box & { rows: number; ticked: readonly number[] },
): string {
  const step = (h - 60) / rows
  const size = step * 0.56
  const left = x + 38 + size * 1.6
  const length = x + w - 60 - left
  return (
    solid(box(x, y, w, h), pen.paper, pen.base, 'down') +
    times(rows, (i) => {
      const top = y + 60 + i * step
      const mark = ticked.includes(i)
      const name = `M${left} ${top + size * 0.3}h${length}M${left + length * 0.5} ${top + size * 0.75}h${length * 0.5}`
      return (
        rect(x + 38, top, size, size, mark ? pen.accent : pen.pale) +
        (mark ? tick(x + 38 + size / 2, top + size / 2, size * 0.62, pen.paper, 11) : '') +
        line(name, pen.ink, 10)
      )
    })
  )
}

/** A luggage tag on a loop of string. */
export const tag = (
  { accent, ink, paper }: Pen,
  { x, y, turn, size = 1 }: Spot & { turn: number; size?: number },
): string => {
  const body = outline([
    [0, 0],
    [46, 38],
    [46, 190],
    [-46, 190],
    [-46, 38],
  ])
  return at(
    x,
    y,
    line('M0 34C-4 0 -50 -30 -26 -78S30 -60 8 -8L0 34', ink, 6) +
      solid(body, accent, ink, 'down') +
      disc(0, 36, 13, paper) +
      line('M-20 92h40M-20 124h40', paper, 11),
    turn,
    size,
  )
}

/** A slip of draft that has just left a machine. */
export const slip = (pen: Pen, { x, y, w, h, rows }: Box & { rows: number }): string =>
  solid(box(x, y, w, h), pen.paper, pen.base, 'up') +
  textLines(pen, { x: x + 22, y: y + 40, w: w - 44, rows, weight: 10 })

/** A fat pencil whose point is at `x`, `y`, and the line it has just drawn. */
export const pencil = (
  pen: Pen,
  { x, y, length, turn, drawn }: Spot & { length: number; turn: number; drawn: string },
): string =>
  line(drawn, pen.accent, 18) +
  at(
    x,
    y,
    path('M0 0L-26 -76H26Z', pen.base) +
      path('M0 0L-10 -28H10Z', pen.ink) +
      solid(box(-26, -length, 52, length - 74), pen.accent, pen.ink, 'right') +
      rect(-26, -length - 34, 52, 36, pen.ink),
    turn,
  )

/** What a model card prints: a figure, a paragraph, a bar chart. */
export const cardFigures = (pen: Pen, { x, y, bars }: Spot & { bars: readonly number[] }): string =>
  solid(box(x, y, 200, 180), pen.base, pen.ink, 'down') +
  disc(x + 100, y + 90, 52, pen.accent) +
  textLines(pen, { x: x + 240, y: y + 20, w: 200, rows: 4, gap: 48, weight: 14 }) +
  each(bars, (w, i) => rect(x, y + 222 + i * 54, w, 30, pick([pen.base, pen.ink, pen.pale, pen.accent], i)))
