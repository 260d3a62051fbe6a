import { type PageMetaArgs, servePage } from '#app/document/serve-page.tsx'
import { Home, loadHome } from '#app/front-page/home.server.tsx'
import { pageMeta } from '#app/head/page-meta.ts'

function meta(args: PageMetaArgs<typeof loadHome>) {
  const { jsonLd = [] } = args.loaderData ?? {}
  return pageMeta(args, (t) => ({
    title: t('meta.home.title'),
    description: t('meta.home.description'),
    withoutSiteName: true,
    jsonLd,
  }))
}

export const loader = servePage({ load: loadHome, meta, Page: Home })
