import { useQuery } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import { NavLink } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { nameOfPage } from '#app/admin/pages/page-name.ts'
import { editPagePath } from '#app/admin/pages/page-paths.ts'
import { pagesQuery } from '#app/admin/pages/page-queries.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { isShippedPage } from '#core/domain/page.ts'
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

/** What a page is called, where readers find it, how they will see it, and the way to its other languages. */
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
