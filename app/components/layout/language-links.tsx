import { usePage } from '#app/document/page-context.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/**
 * Links to the same page in every language. On an article these are its published versions, which have addresses of their
 * own. The boot script stores the reader's choice, which it reads from `data-language`.
 */
export function LanguageLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const current = useLanguage()
  const { pathname, search, versions } = usePage()
  const { languages } = useSiteData()
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
          <a
            href={localizedPath(path, code)}
            lang={code}
            hrefLang={code}
            data-language={code}
            data-replace={versions ? undefined : ''}
            className={linkClassName}
            {...(code === current && { 'aria-current': 'true' as const })}
          >
            <span aria-hidden className="w-6 text-label text-faint uppercase">
              {code}
            </span>
            {` ${name}`}
          </a>
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
