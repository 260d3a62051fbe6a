import { servePage } from '#app/document/serve-page.tsx'
import { Home, loadHome } from '#app/front-page/home.server.tsx'

export const loader = servePage({
  parameters: [],
  load: loadHome,
  describe: ({ t, loaderData: { jsonLd } }) => ({
    title: t('meta.home.title'),
    description: t('meta.home.description'),
    withoutSiteName: true,
    jsonLd,
  }),
  Page: Home,
})
