import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useSectionName, useSections } from '#app/admin/settings/sections/use-sections.ts'
import { storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { type SectionColors, sectionColors } from '#core/look/section-colors.ts'

/** The name of a section, also of an old address. */
export function SectionName({ slug }: { slug: string }) {
  return useSectionName()(slug)
}

/** The name of a section in its colour. */
export function SectionBadge({ category }: { category: string }) {
  const nameOf = useSectionName()
  const settings = { ...useSections(), accent: useAccent() }
  return (
    <span style={accentOf(sectionColors(category, settings))}>
      <Badge tone="own" look="plain">
        {nameOf(category)}
      </Badge>
    </span>
  )
}

/** The accent of the publication, which the page of all sections has as its colour. */
export const useAccent = () => useQuery(storedSettingsQuery).data?.accent ?? null

/** The colours of a section as the accent of an element. */
export const accentOf = ({ light, dark }: SectionColors): CSSProperties =>
  ({ '--color-accent': `light-dark(${light}, ${dark})` }) as CSSProperties
