import { SHIPPED_ACCENT } from '#core/look/mark.ts'

const LIDS =
  'M1 33C10 15 20 8 32 8S54 15 63 33C54 50 44 56 32 56S10 50 1 33ZM10 33C16 44 23 49.5 32 49.5S48 44 54 33C48 21 41 15.5 32 15.5S16 21 10 33Z'
/** The hands of the clock are cut out of the iris. */
const IRIS = 'M19 32a13 13 0 1 1 26 0a13 13 0 1 1 -26 0ZM29 22V35H39V31H33V22Z'

/** The publication's logo, as in public/favicon.svg: an open eye whose iris is a clock. */
export function drawLogo(place: {
  x: number
  y: number
  size: number
  ink: string
  accent?: string
}): string {
  const { x, y, size, ink, accent = SHIPPED_ACCENT } = place
  return [
    `<g transform="translate(${x} ${y}) scale(${size / 64})" fill-rule="evenodd">`,
    `<path d="${LIDS}" fill="${ink}"/><path d="${IRIS}" fill="${accent}"/></g>`,
  ].join('')
}
