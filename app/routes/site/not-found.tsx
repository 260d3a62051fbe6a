import { data } from 'react-router'
import { MessageScreen } from '#app/components/layout/message-screen.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { cachedLoader } from '#app/routes/cached-loader.ts'
import type { Route } from './+types/not-found.ts'

export const loader = cachedLoader([], () => {
  return data(null, { status: 404 })
})

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => ({ title: t('meta.notFound.title'), hidden: true }))
}

export default function NotFound() {
  const { t } = useTranslation()
  return <MessageScreen statusCode="404" title={t('notFound.page.title')} text={t('notFound.page.text')} />
}
