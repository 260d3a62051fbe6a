import { type Hex, toHex, toOklch } from '#core/look/oklch.ts'
import { standOut } from '#core/look/palette.ts'

/** Below this chroma a colour counts as grey. */
const GREY = 0.03

/** A colour of a logo as it is in the dark theme: greys change places with each other, and colours become as light as they must. */
export function recolour(color: Hex): Hex {
  if (!/^#[0-9a-f]{6}$/.test(color)) return color
  const { l, c, h } = toOklch(color)
  if (c < GREY) return toHex({ l: 1 - l * 0.86, c, h })
  return standOut(color, 'dark', 3)
}
