/** A colour of the web, such as #0f7b3f. */
export type Hex = string

/** Lightness from 0 to 1, chroma, and hue in radians: equal steps look equal (https://bottosson.github.io/posts/oklab). */
export interface Oklch {
  l: number
  c: number
  h: number
}

type Triple = readonly [number, number, number]

export function toOklch(hex: Hex): Oklch {
  const [r, g, b] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const yellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, yellow),
    h: Math.atan2(yellow, a),
  }
}

/** The colour, with as much of its chroma as screens can show. */
export function toHex({ l, c, h }: Oklch): Hex {
  const whole = toLinear(l, c, h)
  if (isShown(whole)) return hexOf(whole)
  let [shown, beyond] = [0, c]
  for (let step = 0; step < 14; step++) {
    const middle = (shown + beyond) / 2
    if (isShown(toLinear(l, middle, h))) shown = middle
    else beyond = middle
  }
  return hexOf(toLinear(l, shown, h))
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: Hex, other: Hex): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The visible colour when one covers another with this opacity. */
export function cover(color: Hex, opacity: number, below: Hex): Hex {
  const under = channelsOf(below)
  return writeHex(channelsOf(color).map((value, at) => value * opacity + (under[at] ?? 0) * (1 - opacity)))
}

/** Works as the filter `brightness()` of CSS. */
export function brighten(color: Hex, factor: number): Hex {
  return writeHex(channelsOf(color).map((value) => value * factor))
}

function luminance(hex: Hex): number {
  const [r, g, b] = linearOf(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function toLinear(lightness: number, c: number, h: number): Triple {
  const [a, yellow] = [c * Math.cos(h), c * Math.sin(h)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * yellow) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * yellow) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * yellow) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function isShown(linear: Triple): boolean {
  return linear.every((value) => value > -0.0005 && value < 1.0005)
}

function linearOf(hex: Hex): Triple {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return [r, g, b]
}

function hexOf(linear: Triple): Hex {
  return writeHex(
    linear.map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)),
  )
}

function channelsOf(hex: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

function writeHex(channels: readonly number[]): Hex {
  const bytes = channels.map((value) => Math.round(Math.min(Math.max(value, 0), 1) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
