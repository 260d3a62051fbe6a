import { PageLink, type PageLinkProps } from '#app/components/layout/page-link.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

/** A link inside the site, to the page in the present language or in `language`. */
export function LocalLink({ to, language, ...props }: PageLinkProps & { language?: Language }) {
  const current = useLanguage()
  return <PageLink prefetch="intent" {...props} to={localizedPath(to, language ?? current)} />
}
