import { useLocation, useMatches } from 'react-router'
import { PageLink } from '#app/components/layout/page-link.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { LANGUAGES, type Language, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/** One language version of an article. */
interface ArticleVersion {
  language: Language
  slug: string
}

/**
 * Links to the same page in every language. On an article these are its published versions, which have addresses of their
 * own. The boot script stores the reader's choice, which it reads from `data-language`.
 */
export function LanguageLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  const { languages } = useSiteData()
  const versions = useArticleVersions()
  const path = pathname + withoutPage(search)
  const links = LANGUAGES.flatMap((language) => {
    if (languages && !languages.includes(language.code)) return []
    if (!versions) return { ...language, path }
    const version = versions.find((one) => one.language === language.code)
    return version ? { ...language, path: articlePath(version) } : []
  })
  return (
    <ul className={className}>
      {links.map(({ code, name, path }) => (
        <li key={code}>
          <PageLink
            to={localizedPath(path, code)}
            lang={code}
            hrefLang={code}
            data-language={code}
            data-replace={versions ? undefined : ''}
            replace={!versions}
            preventScrollReset={!versions}
            className={linkClassName}
            {...(code === current && { 'aria-current': 'true' as const })}
          >
            <span aria-hidden className="w-6 text-label text-faint uppercase">
              {code}
            </span>
            {` ${name}`}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

/** Removes the page number: the same page of a list has other articles in another language, or does not exist. */
function withoutPage(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  return params.size > 0 ? `?${params}` : ''
}

/** Every published version of the article on this page, or null on a page without an article. */
function useArticleVersions(): ArticleVersion[] | null {
  const matches = useMatches()
  for (const { loaderData } of matches) {
    const { versions } = (loaderData ?? {}) as { versions?: unknown }
    if (Array.isArray(versions)) return versions
  }
  return null
}
