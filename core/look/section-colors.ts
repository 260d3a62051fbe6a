import { type Category, type Sections, sectionsWithColors } from '#core/domain/category.ts'
import { readable, THEMES, type Theme } from '#core/look/palette.ts'

export type SectionColors = Readonly<Record<Theme, string>>

/** The colours of the shipped sections, as in app/styles/tokens.css; private.shipped_color has those of the light theme. */
const SHIPPED = new Map<string, SectionColors>(
  Object.entries({
    business: { light: '#1d4fd7', dark: '#86abff' },
    tech: { light: '#08734a', dark: '#55cb94' },
    opinion: { light: '#7527c4', dark: '#c5a2ff' },
    news: { light: '#b04300', dark: '#ffa257' },
    hack: { light: '#c01a30', dark: '#ff8a8a' },
  }),
)
const GREY: SectionColors = { light: '#595e68', dark: '#a7acb6' }

/** The colours of a section as text, in both themes. A section with a new address keeps its shipped colours. */
export function colorsOfSection({ slug, color }: Pick<Category, 'slug' | 'color'>): SectionColors {
  if (color === null) return SHIPPED.get(slug) ?? GREY
  const shipped = [...SHIPPED.values()].find(({ light }) => light === color)
  const [light = color, dark = color] = THEMES.map((theme) => readable(color, theme))
  return shipped ?? { light, dark }
}

/** The colours of the section at an address, also an old one; grey if there is none. */
export function sectionColors(
  address: string,
  settings: Sections & { accent: string | null },
): SectionColors {
  const slug = settings.formerCategories.get(address) ?? address
  const section = sectionsWithColors(settings).find((category) => category.slug === slug)
  return colorsOfSection(section ?? { slug, color: null })
}
