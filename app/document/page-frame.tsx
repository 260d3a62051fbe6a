import { OwnPart } from '#app/components/layout/own-navigation.tsx'
import { SiteHeader } from '#app/components/layout/site-header.tsx'
import { SkipLink } from '#app/components/ui/skip-link.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The part above every page for readers, and the page itself. The part below it is `page-end.tsx`. */
export function PageFrame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <SkipLink>{t('header.skip')}</SkipLink>
      <OwnPart name="notice" />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
    </>
  )
}
