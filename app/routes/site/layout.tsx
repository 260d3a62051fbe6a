import { Outlet } from 'react-router'
import { OwnPart } from '#app/components/layout/own-part.tsx'
import { SiteFooter } from '#app/components/layout/site-footer.tsx'
import { SiteHeader } from '#app/components/layout/site-header.tsx'
import { usePendingPage } from '#app/components/layout/use-pending-page.ts'
import { SkipLink } from '#app/components/ui/skip-link.tsx'
import { useFocusOnNavigation } from '#app/hooks/use-focus-on-navigation.ts'
import { useScrollAfterNavigation } from '#app/hooks/use-scroll-to-newsletter.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { cachedLoader } from '#app/routes/cached-loader.ts'
import type { Route } from './+types/layout.ts'

export const loader = cachedLoader([], () => {
  return { year: new Date().getUTCFullYear() }
})

export function shouldRevalidate() {
  return false
}

/** The header and footer of every page for readers. */
export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  const { t } = useTranslation()
  const content = useFocusOnNavigation()
  const pending = usePendingPage()
  useScrollAfterNavigation()
  return (
    <>
      <SkipLink>{t('header.skip')}</SkipLink>
      <OwnPart name="notice" />
      <SiteHeader />
      <main id="content" ref={content} tabIndex={-1} className="grow">
        {pending ? <pending.Placeholder path={pending.path} /> : <Outlet />}
      </main>
      <SiteFooter year={loaderData.year} />
    </>
  )
}
