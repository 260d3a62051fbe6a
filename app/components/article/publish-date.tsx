import { useLanguage } from '#app/hooks/use-translation.ts'
import { formatArticleDate, formatCardDate, htmlTime } from '#core/i18n/dates.ts'

/**
 * Browsers and the server may have different versions of the locale data and so write a month differently.
 * `suppressHydrationWarning` leaves the server's text in place then.
 */
export function PublishDate({ iso, form }: { iso: string; form: 'short' | 'long' }) {
  const language = useLanguage()
  return (
    <time dateTime={htmlTime(iso)} suppressHydrationWarning className="text-sm text-faint">
      {form === 'short' ? formatCardDate(iso, language) : formatArticleDate(iso, language)}
    </time>
  )
}
