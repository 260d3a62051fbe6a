import type { CSSProperties } from 'react'
import { useSectionName, useSections } from '#app/admin/sections/use-sections.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Category } from '#core/domain/category.ts'
import { colorsOfSection } from '#core/look/section-colors.ts'

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
    <span style={accentOf({ slug, color })}>
      <Badge tone="own" look="plain">
        {nameOf(category)}
      </Badge>
    </span>
  )
}

/** The colour of a section as the accent of an element. */
export function accentOf(section: Pick<Category, 'slug' | 'color'>): CSSProperties {
  const { light, dark } = colorsOfSection(section)
  return { '--color-accent': `light-dark(${light}, ${dark})` } as CSSProperties
}
