import { useLanguage } from '#app/hooks/use-translation.ts'
import { formatArticleDate, formatCardDate } from '#core/i18n/dates.ts'

/** A browser whose calendar words are of another year than the server's keeps what the server wrote. */
export function PublishDate({ iso, form }: { iso: string; form: 'short' | 'long' }) {
  const language = useLanguage()
  return (
    <time dateTime={iso} suppressHydrationWarning className="text-sm text-faint">
      {form === 'short' ? formatCardDate(iso, language) : formatArticleDate(iso, language)}
    </time>
  )
}
