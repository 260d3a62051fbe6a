import { useRouteLoaderData } from 'react-router'
import type { SiteWords } from '#core/domain/site-words.ts'

/** What every page may need to know of the site; the root loader returns it. */
export interface SiteData extends SiteWords {
  siteUrl: string
  publishableKey: string
}

/** The data of the root loader. */
export function useSiteData(): SiteData {
  const data = useRouteLoaderData<SiteData>('root')
  if (!data) throw new Error('The root loader returned nothing')
  return data
}
