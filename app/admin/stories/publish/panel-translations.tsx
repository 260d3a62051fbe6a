import type { UseQueryResult } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { formatPlanned, languageName } from '#app/admin/kit/ui/format.ts'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { describeFields } from '#app/admin/stories/articles/describe-fields.ts'
import type { PlannedVersion } from '#app/admin/stories/schedule/schedule-queries.ts'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import type { Article } from '#core/domain/article.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** Whether it is published together with its original, as the server decides it for a schedule. */
export const goesAlong = ({ is_original, published, missing, ownTime, unfinished }: PlannedVersion) =>
  !is_original && !published && !ownTime && missing.length === 0 && unfinished === null

interface PanelTranslationsProps {
  article: Article
  versions: UseQueryResult<PlannedVersion[]>
}

/** Which translations are published together with an original, and why others are not. */
export function PanelTranslations({ article, versions }: PanelTranslationsProps) {
  return (
    <section className="text-sm">
      <h3 className="font-semibold">{t('publish.translations')}</h3>
      {article.original_article_id !== null ? (
        <p className="mt-1 text-soft">{t('schedule.versions.translation')}</p>
      ) : (
        <QueryView
          query={versions}
          what={t('publish.translations')}
          pending={<Skeleton className="mt-1 h-5" />}
        >
          {(rows) => <Versions article={article} versions={rows.filter((row) => !row.is_original)} />}
        </QueryView>
      )}
    </section>
  )
}

function Versions({ article, versions }: { article: Article; versions: PlannedVersion[] }) {
  const offered = useOfferedTranslations()
  if (versions.length === 0) return <p className="mt-1 text-soft">{t('schedule.versions.none')}</p>
  const missing = offered.filter((code) => !versions.some(({ language }) => language === code))
  return (
    <>
      <ul className="mt-2 space-y-1.5">
        {versions.map((version) => (
          <li key={version.id} className="flex items-start gap-2">
            <VersionIcon version={version} />
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{languageName(version.language)}</span>{' '}
              <span className="text-soft">{prospectOf(version, article)}</span>
            </p>
          </li>
        ))}
      </ul>
      {article.language === DEFAULT_LANGUAGE && missing.length > 0 && (
        <p className="mt-2 text-faint">
          {t('publish.translations.missing', { languages: missing.map(languageName).join(', ') })}
        </p>
      )}
    </>
  )
}

function VersionIcon({ version }: { version: PlannedVersion }) {
  if (goesAlong(version)) return <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-green" />
  const Icon = version.ownTime ? Clock : Minus
  return <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-faint" />
}

function prospectOf(version: PlannedVersion, article: Article): string {
  const { published, ownTime, missing, unfinished } = version
  if (published)
    return unfinished === 'stale'
      ? t('publish.translations.publishedStale')
      : t('schedule.versions.published')
  if (ownTime) {
    const when = formatPlanned(new Date(ownTime.publish_at), ownTime.zone)
    return t('schedule.versions.own', { when })
  }
  if (missing.length > 0) return t('schedule.versions.lacks', { fields: describeFields(missing) })
  if (unfinished === 'stale') return t('publish.translations.stale')
  if (unfinished === 'unreviewed') return t('publish.translations.unreviewed')
  return article.published ? t('publish.translations.draft') : t('schedule.versions.ready')
}
