import { useLanguage } from '#app/hooks/use-translation.ts'
import { type Language, localizedPath } from '#core/i18n/languages.ts'

export interface LocalLinkProps extends Omit<React.ComponentProps<'a'>, 'href' | 'ref'> {
  /** An address of this site, without its language. */
  to: string
  language?: Language
}

/** A link inside the site, to the page in the present language or in `language`. */
export function LocalLink({ to, language, ...attributes }: LocalLinkProps) {
  const current = useLanguage()
  return <a {...attributes} href={localizedPath(to, language ?? current)} />
}
