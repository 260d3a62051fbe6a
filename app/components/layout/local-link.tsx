import { PageLink, type PageLinkProps } from '#app/components/layout/page-link.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

/** A link inside the site that stays in the page's language, or goes to `language` where one is given. */
export function LocalLink({ to, language, ...props }: PageLinkProps & { language?: Language }) {
  const current = useLanguage()
  return <PageLink prefetch="intent" {...props} to={localizedPath(to, language ?? current)} />
}
