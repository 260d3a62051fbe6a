import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { useCategories } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { readSections } from '#core/data/categories.ts'
import type { Sections } from '#core/domain/category.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'

export const SECTIONS_KEY = ['sections']

export const sectionsQuery = deskQuery(SECTIONS_KEY, readSections, { live: ['categories'] })

/** The sections as they are now; those that the page was loaded with until they are read. */
export function useSections(): Sections {
  const slugs = useCategories()
  const { data } = useQuery(sectionsQuery)
  return useMemo(() => {
    const categories = slugs.map((slug) => ({ slug, color: null, names: {}, descriptions: {} }))
    return data ?? { categories, formerCategories: new Map() }
  }, [data, slugs])
}

/** Names a section in English, also by an old address. */
export function useSectionName(): (slug: string) => string {
  const { t } = useTranslation()
  const { categories, formerCategories } = useSections()
  return (address) => {
    const slug = formerCategories.get(address) ?? address
    const own = categories.find((category) => category.slug === slug)?.names.en
    return own ?? (SHIPPED_SECTIONS.includes(slug) ? t(`category.${slug}.name`) : slug)
  }
}

/** Each section with its name. */
export function useCategoryOptions(): (readonly [string, string])[] {
  const { categories } = useSections()
  const nameOf = useSectionName()
  return categories.map(({ slug }) => [slug, nameOf(slug)] as const)
}
