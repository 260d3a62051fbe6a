// Machines: chips, cabinets, a laptop, a vault.

import type { Box, Pen, Round, Spot } from './svg.ts'
import {
  at,
  box,
  circle,
  clip,
  disc,
  each,
  line,
  outline,
  path,
  polar,
  rect,
  ring,
  shadowOn,
  solid,
  times,
} from './svg.ts'

interface Chip extends Spot {
  size: number
  fill: string
  core: string
  turn?: number
}

/** A chip on its pins; `x`, `y` is its centre. */
export function chip(pen: Pen, { x, y, size, fill, core, turn = 0 }: Chip): string {
  const [half, end] = [size / 2, size * 0.64]
  const pins = times(5, (i) => {
    const spot = size * (0.16 + i * 0.17) - half
    return line(`M${spot} ${-end}V${end}M${-end} ${spot}H${end}`, pen.pale, size * 0.05)
  })
  return at(
    x,
    y,
    pins +
      solid(box(-half, -half, size, size, size * 0.06), fill, pen.ink, 'down') +
      rect(-half * 0.5, -half * 0.5, half, half, core, size * 0.03) +
      disc(-half * 0.74, -half * 0.74, size * 0.035, core),
    turn,
  )
}

/** A wafer, some of whose dies have already left on one side. */
export function wafer(pen: Pen, { x, y, r, cell }: Round & { cell: number }): string {
  const count = Math.ceil((r * 2) / cell)
  const dies = times(count * count, (i) => {
    const [column, row] = [i % count, Math.floor(i / count)]
    const gone = column > 6 && (column * 5 + row * 3) % 4 < column - 6
    const special =
      (column * 3 + row * 5) % 13 === 0 ? pen.accent : (column * 2 + row * 3) % 5 === 0 ? pen.paper : pen.base
    return rect(
      x - r + column * cell + 5,
      y - r + row * cell + 5,
      cell - 10,
      cell - 10,
      gone ? pen.ink : special,
      4,
    )
  })
  const d = circle(x, y, r)
  return path(d, pen.pale) + clip(d, dies) + ring(x, y, r, pen.pale, 16)
}

type Face = 'vents' | 'dials' | 'lamps'

/** A cabinet of the machine room. */
export function cabinet(pen: Pen, { x, y, w, h, fill, face }: Box & { fill: string; face: Face }): string {
  const u = w / 8
  const rule = (top: number): string => line(`M${x + u * 1.4} ${y + u * top}h${u * 5.2}`, pen.paper, u * 0.32)
  const faces: Record<Face, () => string> = {
    vents: () => times(5, (i) => rule(1.5 + i)),
    dials: () =>
      times(2, (i) => {
        const [cx, cy] = [x + u * (2.4 + i * 3.2), y + u * 2.6]
        return (
          disc(cx, cy, u * 1.25, pen.paper) +
          line(`M${cx} ${cy}l${u * (i ? 0.5 : -0.6)} ${-u * 0.7}`, pen.ink, 8)
        )
      }) + rule(5),
    lamps: () =>
      times(12, (i) => {
        const [cx, cy] = [x + u * (1.75 + (i % 4) * 1.5), y + u * (1.7 + Math.floor(i / 4) * 1.5)]
        return disc(cx, cy, u * 0.42, i === 6 ? pen.accent : pen.paper)
      }),
  }
  return solid(box(x, y, w, h, 10), fill, shadowOn(pen, fill), 'down') + faces[face]()
}

/** The mouth of a cabinet, from which paper comes. */
export const slot = ({ accent }: Pen, { x, y, h }: Spot & { h: number }): string => rect(x, y, 38, h, accent)

/** A thick old laptop; the light on its screen has a keyhole. */
export function laptop(pen: Pen, { x, y, w, h }: Box): string {
  const screen = box(x + 58, y + 54, w - 116, h - 118, 10)
  const [cx, cy] = [x + w / 2, y + h * 0.46]
  const [deck, foot] = [y + h + 18, y + h + 172]
  const keys = times(36, (i) => {
    const [row, column] = [Math.floor(i / 12), i % 12]
    const key = (w - 40 + row * 40) / 12
    return rect(x + 20 - row * 20 + column * key, deck + 24 + row * 36, key - 10, 24, pen.pale, 5)
  })
  return (
    solid(box(x, y, w, h, 34), pen.base, pen.ink, 'left') +
    path(screen, pen.ink) +
    clip(
      screen,
      each([pen.base, pen.pale, pen.paper], (fill, i) => disc(cx, cy + 40, 328 - i * 92, fill)),
    ) +
    path(`M${cx - 40} ${cy + 22}a72 72 0 1 1 80 0l34 148h-148Z`, pen.ink) +
    disc(cx, y + h - 30, 10, pen.paper) +
    solid(
      outline([
        [x - 12, deck],
        [x + w + 12, deck],
        [x + w + 96, foot],
        [x - 96, foot],
      ]),
      pen.ink,
      pen.base,
      'down',
    ) +
    keys +
    rect(x - 96, foot - 2, w + 192, 44, pen.base, 12) +
    rect(x + 30, y + h, w - 60, 20, pen.ink)
  )
}

/** A cable that ends in a plug nobody has put in. */
export const loosePlug = (
  { ink }: Pen,
  { cable, x, y, turn }: Spot & { cable: string; turn: number },
): string =>
  line(cable, ink, 14) + at(x, y, rect(0, -30, 74, 60, ink, 14) + line('M74 -14h38M74 14h38', ink, 11), turn)

/** A round vault whose door stands open. */
export function vault(pen: Pen, { x, y, r, inside }: Round & { inside: string }): string {
  const hole = circle(x, y, r * 0.82)
  const bolts = times(16, (i) => disc(...polar(x, y, r * 0.91, i * 22.5), 12, pen.ink))
  const door = x - r * 1.5
  const oval = (cx: number, size: number): string => circle(cx, y, r * 0.39 * size, r * size)
  const spokes = each([0, 60, 120], (a) => {
    const [dx, dy] = polar(0, 0, 1, a + 90)
    return `M${dx * r * -0.22} ${dy * r * -0.56}L${dx * r * 0.22} ${dy * r * 0.56}`
  })
  return (
    solid(circle(x, y, r), pen.pale, pen.base, 'right') +
    bolts +
    path(hole, pen.ink) +
    clip(hole, inside) +
    rect(door, y - r * 0.56, r * 0.62, 44, pen.ink) +
    rect(door, y + r * 0.44, r * 0.62, 44, pen.ink) +
    path(oval(door + 54, 0.92), pen.ink) +
    solid(oval(door, 0.92), pen.pale, pen.base, 'left') +
    path(oval(door, 0.7), pen.base) +
    at(
      door,
      y,
      line(spokes + circle(0, 0, r * 0.15, r * 0.38), pen.accent, 16) +
        path(circle(0, 0, r * 0.08, r * 0.18), pen.paper),
    )
  )
}

/** A wall of small locked boxes. */
export const lockers = (
  pen: Pen,
  { x, y, w, h, columns, rows }: Box & { columns: number; rows: number },
): string =>
  times(columns * rows, (i) => {
    const [left, top] = [x + (i % columns) * w, y + Math.floor(i / columns) * h]
    return (
      line(box(left + 6, top + 6, w - 12, h - 12), pen.base, 6) + disc(left + w / 2, top + h / 2, 7, pen.base)
    )
  })

/** A niche with a speech bubble that has nothing more to say: its three dots have dropped. */
export const fallenSilent = (pen: Pen, { x, y, bubble }: Spot & { bubble: string }): string =>
  rect(x - 145, y - 270, 290, 270, pen.ink) +
  bubble +
  rect(x - 145, y - 4, 290, 20, pen.pale) +
  times(3, (i) => disc(x - 60 + i * 47, y - 64, 17, pen.ink))
