import { type Hex, type Oklch, toHex, toOklch } from '#core/look/oklch.ts'
import { readable } from '#core/look/palette.ts'

/** A colour of a logo as it is in the dark theme: greys are inverted, and colours become as light as necessary. */
export function recolour(color: Hex): Hex {
  if (!/^#[0-9a-f]{6}$/.test(color)) return color
  const { l, c, h } = toOklch(color)
  // The square keeps a near-black as bright as text.
  if (isGrey({ l, c, h })) return toHex({ l: 0.95 - l * l * 0.81, c, h })
  return readable(color, 'dark')
}

/** Returns true if it looks grey, or like a black with a shade of a colour. */
function isGrey({ l, c }: Oklch): boolean {
  return c < 0.03 || (l < 0.35 && c < 0.06)
}
