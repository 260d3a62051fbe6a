import { Outlet } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'

/** The layout of the newsroom, which a site may have switched off. */
export default function Newsroom() {
  if (useHasNewsroom()) return <Outlet />
  return (
    <>
      <h1 className="font-display font-medium text-title-lg">{t('newsroom.title')}</h1>
      <p className="mt-3 max-w-prose text-soft">{t('newsroom.off')}</p>
    </>
  )
}
