import { renderToStaticMarkup } from 'react-dom/server'
import { SiteFooter } from '#app/components/layout/site-footer.tsx'
import { Skeletons } from '#app/components/layout/skeletons.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { X } from '#app/components/ui/icons.tsx'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { Page, type PageContext } from '#app/document/page-context.ts'
import { classesIn } from '#app/document/used-styles.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Settings } from '#core/domain/settings.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'

/** The part below a page, as bytes, with its classes. */
export interface WrittenEnd {
  html: Buffer
  classes: ReadonlySet<string>
}

/** The ends of pages by settings, which are another object after each change. */
const known = new WeakMap<Settings, Map<string, WrittenEnd>>()

/**
 * The end of every page of a language: half of the elements of a short page, which are written once. The year of the copyright and the
 * own link that leads to the page are the only other things in it that differ.
 */
export function pageEndOf(settings: Settings, page: PageContext): WrittenEnd {
  const ends = known.get(settings) ?? new Map<string, WrittenEnd>()
  known.set(settings, ends)
  const links = (settings.footer_columns ?? []).flatMap((column) => ('links' in column ? column.links : []))
  const own = links.some(({ to }) => to === page.pathname) ? page.pathname : ''
  const key = `${languageOfUrl(page)} ${new Date().getUTCFullYear()} ${own}`
  const end = ends.get(key) ?? writeEnd(page)
  ends.set(key, end)
  return end
}

function writeEnd(page: PageContext): WrittenEnd {
  const html = renderToStaticMarkup(
    <Page value={page}>
      <PageEnd />
    </Page>,
    { identifierPrefix: 'end' },
  )
  return { html: Buffer.from(html), classes: classesIn(html) }
}

/** The footer, and the elements that the script of readers shows on use. */
export function PageEnd() {
  const { t } = useTranslation()
  const toasts = { regionLabel: t('toast.region'), closeLabel: t('toast.close') }
  return (
    <>
      <SiteFooter />
      <div
        id="toasts"
        data-live=""
        data-region-label={toasts.regionLabel}
        data-close-label={toasts.closeLabel}
      >
        <ToastProvider {...toasts} />
      </div>
      {/* For the search, which covers the page at once (app/reader/search.ts) and brings a button of its own. */}
      <dialog
        id="search-overlay"
        data-live=""
        aria-label={t('header.search.open')}
        className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-y-auto bg-paper text-ink"
      >
        <form method="dialog" className="page flex justify-end pt-4">
          <Button type="submit" variant="ghost" size="icon" className="-mr-3">
            <X aria-hidden size={22} />
            <span className="sr-only">{t('search.close')}</span>
          </Button>
        </form>
      </dialog>
      <Skeletons />
    </>
  )
}
