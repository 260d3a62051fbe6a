import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/root.tsx'

/** What the root told the browser about the server. */
export function useSiteData() {
  const data = useRouteLoaderData<typeof loader>('root')
  if (!data) throw new Error('The root loader has not answered')
  return data
}
