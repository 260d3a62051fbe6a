import { categoryTone } from '#app/components/article/category-badge.tsx'
import moreSectionsStyles from '#app/styles/more-sections.css?inline'
import { type Category, DEFAULT_CATEGORIES, sectionsWithColors } from '#core/domain/category.ts'
import type { Settings } from '#core/domain/settings.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'
import { catalogsOf } from '#core/i18n/publication-catalogs.ts'
import { colorsOfSection } from '#core/look/section-colors.ts'

/** The colours of sections that have not the shipped ones, and how many of them the header shows beside *More*. */
export function sectionStyles(settings: Settings): string {
  const colors = sectionsWithColors(settings).map(colorRule).filter(Boolean).join('')
  return (colors && `@layer base{${colors}}`) + (foldsSections(settings) ? foldRules(settings) : '')
}

function colorRule({ slug, color }: Category): string {
  if (color === null && SHIPPED_SECTIONS.includes(slug)) return ''
  const part = `[data-tone="${categoryTone(slug)}"]`
  const { light, dark } = colorsOfSection({ slug, color })
  return `${part}{--color-accent:${light}}:is(.dark,.night) ${part}{--color-accent:${dark}}`
}

/** The widths from which the header has more room, with that room, in pixels. */
const ROOMS = [
  { media: '(48rem<=width<64rem)', room: 707 },
  { media: '(64rem<=width<80rem)', room: 942 },
  { media: '(width>=80rem)', room: 1200 },
] as const
const GAP = 32
const MORE_WIDTH = 100
/** A generous mean of the letters of the typefaces at 15 pixels; those of other scripts are wider. */
const LETTER_WIDTH = 8.4
const WIDE_LETTER_WIDTH = 16

/** Returns true if there are more sections than the header has room for, in any language and at any width. */
export function foldsSections(settings: Settings): boolean {
  if (settings.categories === DEFAULT_CATEGORIES) return false
  const { length } = settings.categories
  return LANGUAGE_CODES.some((language) =>
    ROOMS.some(({ room }) => fitting(settings, language, room) < length),
  )
}

function foldRules(settings: Settings): string {
  const { length } = settings.categories
  const rules = ROOMS.map(({ media, room }) => {
    const byCount = Map.groupBy(LANGUAGE_CODES, (language) => fitting(settings, language, room))
    const ofCounts = [...byCount].map(([count, languages]) => {
      const page = `html:is(${languages.map((language) => `:lang(${language})`).join(',')})`
      if (count >= length) return `${page} .more-sections{display:none}`
      return `${page} .site-header>:last-child .page>nav>ul>li:nth-child(n+${count + 1}),${page} .more-sections li:nth-child(-n+${count}){display:none}`
    })
    return `@media ${media}{${ofCounts.join('')}}`
  })
  return moreSectionsStyles + rules.join('')
}

/** Counts the sections that fit into the header beside *More*, at least one. */
function fitting(settings: Settings, language: Language, room: number): number {
  const catalog: Readonly<Record<string, string>> = catalogsOf(settings)[language]
  const widths = settings.categories.map(
    ({ slug }) => widthOf(catalog[`category.${slug}.name`] ?? slug) + GAP,
  )
  const total = widths.reduce((sum, width) => sum + width, -GAP)
  if (total <= room) return widths.length
  let used = MORE_WIDTH
  const count = widths.findIndex((width) => {
    used += width
    return used > room
  })
  return Math.max(count, 1)
}

function widthOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter < '\u0250' ? LETTER_WIDTH : WIDE_LETTER_WIDTH), 0)
}
