import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { respondNotFound } from '#app/routes/respond-not-found.server.ts'
import type { Route } from './+types/not-found.ts'

export const loader = cachedLoader(
  ['lang'],
  ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => respondNotFound(context, query.lang),
)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => ({ title: t('meta.notFound.title'), hidden: true }))
}

export default function NotFound({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <MessageScreen
      statusCode="404"
      title={t('notFound.page.title')}
      text={t('notFound.page.text')}
      suggestions={loaderData.suggestions}
    />
  )
}
