import { OwnPart } from '#app/components/layout/own-part.tsx'
import { SiteFooter } from '#app/components/layout/site-footer.tsx'
import { SiteHeader } from '#app/components/layout/site-header.tsx'
import { Skeletons } from '#app/components/layout/skeletons.tsx'
import { SkipLink } from '#app/components/ui/skip-link.tsx'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'

/** The header and footer of every page for readers, and what its script shows on use. */
export function PageFrame({ children }: { children: React.ReactNode }) {
  const { t } = useTranslation()
  const toasts = { regionLabel: t('toast.region'), closeLabel: t('toast.close') }
  return (
    <>
      <SkipLink>{t('header.skip')}</SkipLink>
      <OwnPart name="notice" />
      <SiteHeader />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <SiteFooter />
      <div
        id="toasts"
        data-live=""
        data-region-label={toasts.regionLabel}
        data-close-label={toasts.closeLabel}
      >
        <ToastProvider {...toasts} />
      </div>
      {/* For the search, which covers the page at once (app/reader/search.ts). */}
      <dialog
        id="search-overlay"
        data-live=""
        aria-label={t('header.search.open')}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink"
      />
      <Skeletons />
    </>
  )
}
