import { categoryTone } from '#app/components/article/category-tone.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
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

/** The tone of a section without a colour of its own. */
export const shippedTone = (slug: string) => (SHIPPED_SECTIONS.includes(slug) ? categoryTone(slug) : 'grey')

/** The colour of that tone. */
export const shippedColor = (slug: string): Hex => COLORS[shippedTone(slug)] ?? GREY
