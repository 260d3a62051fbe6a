import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** What is left to show when a page broke: never a stack, always a way home. */
export function RootErrorScreen() {
  const { t } = useTranslation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main>
      <p>{status}</p>
      <h1>{t('error.unexpected.title')}</h1>
      <p>{t('error.unexpected.text')}</p>
      <a href="/">{t('notFound.home')}</a>
    </main>
  )
}
