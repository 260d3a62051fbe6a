import { useRouteLoaderData } from 'react-router'
import type { SiteData } from '#core/domain/site-data.ts'

/** The data of the root loader. */
export function useSiteData(): SiteData {
  const data = useRouteLoaderData<SiteData>('root')
  if (!data) throw new Error('The root loader returned nothing')
  return data
}
