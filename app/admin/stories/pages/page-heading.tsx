import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editPagePath } from '#app/admin/kit/paths.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { PageComparison } from '#app/admin/stories/pages/page-comparison.tsx'
import { nameOfPage } from '#app/admin/stories/pages/page-name.ts'
import { pagesQuery } from '#app/admin/stories/pages/page-queries.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { isShippedPage, type Page, type PageTexts } from '#core/domain/page.ts'
import type { ShippedPage } from '#core/domain/shipped-page.ts'
import { LANGUAGE_CODES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { ownPagePath } from '#core/paths.ts'

interface PageHeadingProps {
  slug: string
  language: Language
  /** The title in this language; empty where it has none. */
  title: string
  published: boolean
  onPreview: () => void
}

const LANGUAGE_LINK =
  'inline-flex min-h-11 items-center text-soft text-sm underline-offset-4 hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:underline'

/** The name of a page, where readers find it, how they will see it, and the way to its other languages. */
export function PageHeading({ slug, language, title, published, onPreview }: PageHeadingProps) {
  const offered = useOfferedLanguages()
  const rows = (useQuery(pagesQuery).data ?? []).filter((row) => row.slug === slug)
  const languages = LANGUAGE_CODES.filter(
    (code) => code === language || offered.includes(code) || rows.some((row) => row.language === code),
  )
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-display font-medium text-title-lg wrap-anywhere">
          {title || nameOfPage(slug, rows)}
        </h1>
        <div className="mt-1 flex flex-wrap items-center gap-x-6">
          <p className="text-sm text-soft wrap-anywhere">{ownPagePath(slug)}</p>
          <nav aria-label={t('pages.languages')}>
            <ul className="flex flex-wrap gap-x-4">
              {languages.map((code) => (
                <li key={code}>
                  <NavLink to={editPagePath(slug, code)} className={LANGUAGE_LINK}>
                    {languageName(code)}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" size="sm" onClick={onPreview}>
          <Eye aria-hidden size={16} />
          {t('pages.preview')}
        </Button>
        {(published || isShippedPage(slug)) && (
          <a
            href={localizedPath(ownPagePath(slug), language)}
            target="_blank"
            rel="noopener"
            className={buttonStyles({ variant: 'ghost', size: 'sm' })}
          >
            <ExternalLink aria-hidden size={16} />
            {t('pages.view')}
          </a>
        )}
      </div>
    </div>
  )
}

interface PageSaveBarProps {
  page: Page | null
  isShipped: boolean
  isDirty: boolean
  /** True if this browser keeps what is not saved. */
  isKept: boolean
  isSaving: boolean
  onSave: (published: boolean) => void
}

/** The bar at the lower edge: what readers see now, and the buttons that change it. */
export function PageSaveBar({ page, isShipped, isDirty, isKept, isSaving, onSave }: PageSaveBarProps) {
  const isPublished = page?.published ?? false
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t bg-paper px-5 py-3 sm:mx-0 sm:px-0">
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:gap-3">
        <Button className="max-sm:grow" aria-disabled={isSaving} onClick={() => isSaving || onSave(true)}>
          {isSaving ? t('ui.oneMoment') : isPublished ? t('pages.action.update') : t('pages.action.publish')}
        </Button>
        <Button
          variant="secondary"
          className="max-sm:grow"
          aria-disabled={isSaving}
          onClick={() => isSaving || onSave(false)}
        >
          {isPublished ? t('pages.action.unpublish') : t('pages.action.saveDraft')}
        </Button>
      </div>
      <div className="min-w-0 text-sm">
        <p className="text-soft">{describeReaders({ page, isShipped, isDirty })}</p>
        {isDirty && (
          <p className={isKept ? 'text-faint' : 'text-red'}>
            {isKept ? t('pages.kept.here') : t('pages.kept.nowhere')}
          </p>
        )}
      </div>
    </div>
  )
}

function describeReaders({
  page,
  isShipped,
  isDirty,
}: Pick<PageSaveBarProps, 'page' | 'isShipped' | 'isDirty'>): string {
  if (page?.published) return isDirty ? t('pages.readers.before') : t('pages.readers.published')
  return isShipped ? t('pages.readers.shipped') : t('pages.readers.nothing')
}

interface ShippedChangeProps {
  shipped: ShippedPage
  typed: PageTexts
  /** Puts the chosen texts into the form. */
  onChoose: (texts: PageTexts) => void
  /** Stays with the own text. */
  onKeep: () => Promise<void>
}

/** Says that the shipped text has changed since somebody edited it, and shows both. */
export function ShippedChange({ shipped, typed, onChoose, onKeep }: ShippedChangeProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Notice tone="warning" className="mb-6" title={t('pages.shippedChange.title')}>
      <p>{t('pages.shippedChange.text')}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
          {t('pages.shippedChange.compare')}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => void onKeep()}>
          {t('pages.shippedChange.keep')}
        </Button>
      </div>
      {isOpen && (
        <PageComparison
          title={t('pages.shippedChange.dialog')}
          intro={t('pages.compare.choose')}
          left={typed}
          leftTitle={t('pages.shippedChange.own')}
          right={shipped}
          rightTitle={t('pages.shippedChange.shipped')}
          action={t('pages.compare.take')}
          onChoose={(texts) => {
            onChoose(texts)
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Notice>
  )
}
