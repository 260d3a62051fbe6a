import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

/** The data of the root loader: what the browser has to know about the server. */
export function useSiteData() {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) throw new Error('The root loader has no data')
  return data
}
