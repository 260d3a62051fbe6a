import { brighten, contrast, type Hex, toHex, toOklch } from '#core/look/oklch.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The colours of app/styles/tokens.css on which, and in which, a custom colour is used. */
export const GROUNDS = {
  light: { paper: '#fdfdfb', wash: '#f3f3ef', ink: '#15171c', onAccent: '#ffffff' },
  dark: { paper: '#131519', wash: '#1c1f25', ink: '#eeece6', onAccent: '#131519' },
} as const satisfies Record<Theme, Record<string, Hex>>

/** WCAG AA: of text, and of large text and the parts of controls. */
const TEXT_RATIO = 4.5
const PART_RATIO = 3

/** The colours of text on a fill of the accent. */
const ON_BRAND = [GROUNDS.light.ink, '#ffffff'] as const
/** A button becomes brighter under the pointer. */
const HOVER_BRIGHTNESS = 1.1

interface ThemePalette {
  /** The colour as text, and as the outline of the focused element. */
  text: Hex
  /** The colour as an edge or a drawing, which is seen beside the page. */
  mark: Hex
}

/** The colours that are computed from an accent. */
export interface Palette extends Record<Theme, ThemePalette> {
  /** The fill of buttons. */
  brand: Hex
  onBrand: Hex
}

/** The nearest colour that reads as text on the paper and the panels of a theme, and under the text of badges. */
export function readable(color: Hex, theme: Theme): Hex {
  return standOut(color, theme, TEXT_RATIO)
}

/** The latest palette, because pages ask for that of the publication each time they name an icon, and making it takes 0.3 ms. */
let latest: { accent: Hex; palette: Palette } | undefined

export function paletteOf(accent: Hex): Palette {
  if (latest?.accent !== accent) latest = { accent, palette: makePalette(accent) }
  return latest.palette
}

function makePalette(accent: Hex): Palette {
  const brand = nearest(accent, (fill) => ON_BRAND.some((text) => readsOn(fill, text)))
  const [dark, white] = ON_BRAND
  const themed = (theme: Theme): ThemePalette => ({
    text: readable(accent, theme),
    mark: standOut(accent, theme, PART_RATIO),
  })
  return {
    brand,
    onBrand: readsOn(brand, dark) ? dark : white,
    light: themed('light'),
    dark: themed('dark'),
  }
}

/** The nearest colour with this contrast to the page: darker in the light theme, lighter in the dark one. */
export function standOut(color: Hex, theme: Theme, ratio: number): Hex {
  const { paper, wash } = GROUNDS[theme]
  const stands = (candidate: Hex) => [paper, wash].every((ground) => contrast(candidate, ground) >= ratio)
  return towards(color, theme === 'light' ? 0 : 1, stands).hex
}

function readsOn(fill: Hex, text: Hex): boolean {
  return [1, HOVER_BRIGHTNESS].every(
    (factor) => contrast(brighten(fill, factor), brighten(text, factor)) >= TEXT_RATIO,
  )
}

/** The nearest colour, darker or lighter, for which `holds` is true. */
function nearest(color: Hex, holds: (candidate: Hex) => boolean): Hex {
  const [darker, lighter] = [towards(color, 0, holds), towards(color, 1, holds)]
  return darker.distance < lighter.distance ? darker.hex : lighter.hex
}

/** The first colour on the way to this lightness for which `holds` is true; hue stays, and chroma as far as screens can show it. */
function towards(color: Hex, end: 0 | 1, holds: (candidate: Hex) => boolean): { hex: Hex; distance: number } {
  if (holds(color)) return { hex: color, distance: 0 }
  const { l, c, h } = toOklch(color)
  let [failing, holding] = [l, { l: end as number, hex: end ? '#ffffff' : '#000000' }]
  for (let step = 0; step < 12; step++) {
    const middle = (failing + holding.l) / 2
    const hex = toHex({ l: middle, c, h })
    if (holds(hex)) holding = { l: middle, hex }
    else failing = middle
  }
  return { hex: holding.hex, distance: Math.abs(holding.l - l) }
}
