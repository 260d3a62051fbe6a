import type { LoaderFunctionArgs } from 'react-router'
import { servePage } from '#app/document/serve-page.tsx'
import { Home, loadHome } from '#app/front-page/home.server.tsx'
import { PREVIEW_HEADERS } from '#app/head/private-page.ts'

/** Not cached: the settings that the address names are in the context (core/look/previewed-settings.ts). */
const load = (args: LoaderFunctionArgs) => loadHome(args)

const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }]

export const loader = servePage({ load, headers: PREVIEW_HEADERS, meta, Page: Home })
