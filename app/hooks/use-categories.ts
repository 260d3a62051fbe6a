import { useSiteData } from '#app/hooks/use-site-data.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'

/** The slugs of the sections, in the order of the header. */
export function useCategories(): readonly string[] {
  return useSiteData().categories ?? SHIPPED_SECTIONS
}
