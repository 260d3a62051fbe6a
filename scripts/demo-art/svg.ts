// The drawing vocabulary: every helper returns a piece of SVG as a string.

import type { Palette } from './palette.ts'

export const WIDTH = 1600
export const HEIGHT = 900
/** Drawn beyond the edges and cut away, as a printer would. */
export const BLEED = 12
/** The width of a drawn line, unless a motif has a reason. */
export const STROKE = 7

/** What a motif draws with: the inks of its category and a random source seeded by the slug. */
export interface Pen extends Palette {
  readonly random: () => number
}

export type Point = readonly [number, number]
export type Side = 'up' | 'down' | 'left' | 'right'
export interface Spot {
  x: number
  y: number
}
export interface Round extends Spot {
  r: number
}
export interface Box extends Spot {
  w: number
  h: number
}

/** FNV-1a, for seeds and for stable ids. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (const char of text) h = Math.imul(h ^ char.charCodeAt(0), 0x01000193) >>> 0
  return h
}

/** Mulberry32: small, fast, and the same on every machine. */
export function seeded(text: string): () => number {
  let state = hash(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

export const times = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')

export const each = <T>(list: readonly T[], draw: (item: T, i: number) => string): string =>
  list.map(draw).join('')

/** The i-th of a list that goes round. */
export const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** A point at a distance and an angle, in degrees clockwise from the right. */
export const polar = (x: number, y: number, r: number, degrees: number): Point => {
  const a = (degrees * Math.PI) / 180
  return [x + r * Math.cos(a), y + r * Math.sin(a)]
}

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`

export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

export const ring = (x: number, y: number, r: number, stroke: string, width = STROKE): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

export const line = (d: string, stroke: string, width = STROKE, dash = '', cap = 'round'): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="${cap}" ` +
  `stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`

/** Round dots along a line. */
export const dotted = (d: string, stroke: string, width = 9, gap = 24): string =>
  line(d, stroke, width, `1 ${gap}`)

// Outlines, to be filled, shaded or clipped with.

export const outline = (points: readonly Point[]): string => `M${points.map((p) => p.join(' ')).join('L')}Z`

export const box = (x: number, y: number, w: number, h: number, r = 0): string => {
  const turn = (dx: number, dy: number): string => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`)
  return (
    `M${x + r} ${y}h${w - 2 * r}${turn(r, r)}v${h - 2 * r}${turn(-r, r)}` +
    `h${2 * r - w}${turn(-r, -r)}v${2 * r - h}${turn(r, -r)}Z`
  )
}

export const circle = (x: number, y: number, r: number, ry = r): string =>
  `M${x - r} ${y}a${r} ${ry} 0 1 1 ${2 * r} 0a${r} ${ry} 0 1 1 ${-2 * r} 0Z`

/** Half an ellipse standing on `y`. */
export const dome = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}A${rx} ${ry} 0 0 1 ${x + rx} ${y}Z`

/** A round-headed door standing on `y`. */
export const archway = (x: number, y: number, w: number, h: number): string =>
  `M${x - w / 2} ${y}V${y - h + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${y}Z`

/** The same outline, larger or smaller; for outlines without arcs. */
export const grow = (d: string, size: number): string =>
  d.replace(/-?[\d.]+/g, (n) => String(Number(n) * size))

// Placing and printing.

/** Moves, turns and scales a drawing made around the origin. */
export const at = (x: number, y: number, content: string, turn = 0, scale: number | Point = 1): string => {
  const [sx, sy] = typeof scale === 'number' ? [scale, scale] : scale
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${sx} ${sy})">${content}</g>`
}

export const clip = (d: string, content: string): string => {
  const id = `clip-${hash(d + content)}`
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** Overprints: the ink darkens whatever lies under it, as on a risograph. */
export const over = (content: string): string => `<g style="mix-blend-mode:multiply">${content}</g>`

/** A stippled shadow inside an outline, densest on one side. The screens are set up in `print.ts`. */
export const shade = (d: string, colour: string, side: Side): string => {
  const name = colour.slice(1)
  return (
    `<path d="${d}" fill="url(#tone-${name}-${side})"/><g filter="url(#stipple-${name})">` +
    `<path d="${d}"/><path d="${d}" fill="url(#dots)"/>` +
    `<path d="${d}" fill="url(#fade-${side})" style="mix-blend-mode:screen"/></g>`
  )
}

/** A flat shape and its shadow. */
export const solid = (d: string, fill: string, shadow: string, side: Side): string =>
  path(d, fill) + shade(d, shadow, side)

/** The shadow that shows on an ink: base on the dark ink, the dark ink on all others. */
export const shadowOn = ({ ink, base }: Palette, fill: string): string => (fill === ink ? base : ink)
