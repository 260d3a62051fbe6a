import { useLanguage } from '#app/hooks/use-translation.ts'
import { formatArticleDate, formatCardDate, htmlTime } from '#core/i18n/dates.ts'

export function PublishDate({ iso, form }: { iso: string; form: 'short' | 'long' }) {
  const language = useLanguage()
  return (
    <time dateTime={htmlTime(iso)} className="text-sm text-faint">
      {form === 'short' ? formatCardDate(iso, language) : formatArticleDate(iso, language)}
    </time>
  )
}
