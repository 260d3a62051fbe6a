import type { Hex } from '#core/look/oklch.ts'

/** The tones of app/styles/tokens.css in the light theme. */
const COLORS: Readonly<Record<string, Hex>> = {
  blue: '#1d4fd7',
  green: '#08734a',
  purple: '#7527c4',
  orange: '#b04300',
  red: '#c01a30',
}
const GREY: Hex = '#595e68'
const TONES = new Map([
  ['business', 'blue'],
  ['tech', 'green'],
  ['opinion', 'purple'],
  ['news', 'orange'],
  ['hack', 'red'],
])

/** The tone of a section without a colour of its own. */
export const shippedTone = (slug: string) => TONES.get(slug) ?? 'grey'

/** The colour of that tone. */
export const shippedColor = (slug: string): Hex => COLORS[shippedTone(slug)] ?? GREY
