import { servePage } from '#app/document/serve-page.tsx'
import { Home, loadHome } from '#app/front-page/home.server.tsx'
import { PREVIEW_HEADERS } from '#app/head/private-page.ts'

/** The response is not cached: the settings that the address names are in the context (core/look/previewed-settings.ts). */
export const loader = servePage({
  load: loadHome,
  headers: PREVIEW_HEADERS,
  describe: ({ t }) => ({ title: t('preview.title'), isDraft: true }),
  Page: Home,
})
