import type { LoaderFunctionArgs } from 'react-router'
import Home, { loader as loadHome } from '#app/routes/site/home.tsx'

/** As it is for `/preview`: the desk frames it, nothing stores it, and no search engine lists it. */
export function headers(): HeadersInit {
  return {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'x-frame-options': 'SAMEORIGIN',
  }
}

/** Not cached: the settings that the address names are in the context (core/look/previewed-settings.ts). */
export const loader = (args: LoaderFunctionArgs) => loadHome(args as never)

export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }]

export default Home
