import { usePage } from '#app/document/page-context.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import type { SiteData } from '#core/domain/site-data.ts'

export function useSiteData(): SiteData {
  const { site } = usePage()
  if (!site) throw new Error('The publication could not be read')
  return site
}

/** The slugs of the sections, in the order of the header. */
export function useCategories(): readonly string[] {
  return useSiteData().categories ?? SHIPPED_SECTIONS
}
