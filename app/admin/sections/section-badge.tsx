import type { CSSProperties } from 'react'
import { shippedTone } from '#app/admin/sections/shipped-tone.ts'
import { useSectionName, useSections } from '#app/admin/sections/use-sections.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { readable } from '#core/look/palette.ts'

/** The name of a section, also of an old address. */
export function SectionName({ slug }: { slug: string }) {
  return useSectionName()(slug)
}

/** The name of a section in its colour. */
export function SectionBadge({ category }: { category: string }) {
  const nameOf = useSectionName()
  const { categories, formerCategories } = useSections()
  const slug = formerCategories.get(category) ?? category
  const color = categories.find((section) => section.slug === slug)?.color ?? null
  return (
    <span style={color === null ? undefined : accentOf(color)}>
      <Badge tone={color === null ? shippedTone(slug) : 'own'} look="plain">
        {nameOf(category)}
      </Badge>
    </span>
  )
}

/** The colour of a section as the accent of an element. */
export function accentOf(color: string): CSSProperties {
  const accent = `light-dark(${readable(color, 'light')}, ${readable(color, 'dark')})`
  return { '--color-accent': accent } as CSSProperties
}
