import { usePage } from '#app/document/page-context.ts'
import type { SiteData } from '#core/domain/site-data.ts'

export function useSiteData(): SiteData {
  const { site } = usePage()
  if (!site) throw new Error('The publication could not be read')
  return site
}
