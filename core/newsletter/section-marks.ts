import type { Category } from '#core/domain/category.ts'
import { readable, THEMES, type Theme } from '#core/look/palette.ts'

/**
 * The attribute of a paragraph that names the section of the story below it, in the section's colour. It may begin with the picture of the
 * story.
 */
export const SECTION_MARK = 'data-section'

/** The attribute of an item of a list, or a paragraph, that names its section beside the stories. */
export const PART_MARK = 'data-part'

/** Its value for what is only in the whole issue. */
export const ONLY_WHOLE = '*'

/** The shipped colours, as in app/styles/tokens.css. */
const SHIPPED: Record<string, Record<Theme, string>> = {
  business: { light: '#1d4fd7', dark: '#86abff' },
  tech: { light: '#08734a', dark: '#55cb94' },
  opinion: { light: '#7527c4', dark: '#c5a2ff' },
  news: { light: '#b04300', dark: '#ffa257' },
  hack: { light: '#c01a30', dark: '#ff8a8a' },
}
const GREY = { light: '#595e68', dark: '#a7acb6' }

/** The colours in which a section is named in a mail. */
export function sectionColors(slug: string, categories: readonly Category[]): Record<Theme, string> {
  const color = categories.find((category) => category.slug === slug)?.color
  if (!color) return SHIPPED[slug] ?? GREY
  const [light, dark] = THEMES.map((theme) => readable(color, theme))
  return { light: light ?? GREY.light, dark: dark ?? GREY.dark }
}

/** The sections that are named in a sanitised content. */
export function sectionsOf(content: string): string[] {
  return [...new Set([...content.matchAll(/<p data-section="([^"]+)"/g)].map(([, slug = '']) => slug))]
}
