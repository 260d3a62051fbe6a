import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { describeFields } from '#app/admin/articles/describe-fields.ts'
import { t } from '#app/admin/messages.ts'
import type { PlannedVersion } from '#app/admin/schedule/schedule-queries.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { Article } from '#core/domain/article.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

interface StoryVersionsProps {
  article: Pick<Article, 'id' | 'original_article_id'>
  versions: PlannedVersion[]
}

/** Which translations are published together with an original, and what the others lack. */
export function StoryVersions({ article, versions }: StoryVersionsProps) {
  const translations = versions.filter(({ id, is_original }) => id !== article.id && !is_original)
  return (
    <div className="text-sm">
      <h3 className="font-medium">{t('schedule.versions')}</h3>
      {article.original_article_id !== null ? (
        <p className="mt-1 text-soft">{t('schedule.versions.translation')}</p>
      ) : translations.length === 0 ? (
        <p className="mt-1 text-soft">{t('schedule.versions.none')}</p>
      ) : (
        <ul className="mt-2 space-y-1.5">
          {translations.map((version) => (
            <li key={version.id} className="flex items-start gap-2">
              <VersionIcon version={version} />
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{nameOf(version)}</span> <Prospect version={version} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function VersionIcon({ version }: { version: PlannedVersion }) {
  if (version.published || (!version.ownTime && version.missing.length > 0))
    return <Minus aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
  if (version.ownTime) return <Clock aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
  return <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-green" />
}

function Prospect({ version }: { version: PlannedVersion }) {
  if (version.published) return <span className="text-soft">{t('schedule.versions.published')}</span>
  if (version.ownTime) {
    const [before, after] = t('schedule.versions.own').split('{{when}}')
    return (
      <span className="text-soft">
        {before}
        <LocalTime iso={version.ownTime} precision="minute" />
        {after}
      </span>
    )
  }
  if (version.missing.length > 0)
    return (
      <span className="text-orange">
        {t('schedule.versions.lacks', { fields: describeFields(version.missing) })}
      </span>
    )
  return <span className="text-green">{t('schedule.versions.ready')}</span>
}

function nameOf({ language }: PlannedVersion): string {
  return LANGUAGES.find(({ code }) => code === language)?.name ?? language
}
