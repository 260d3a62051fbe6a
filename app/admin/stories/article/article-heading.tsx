import ArrowLeft from 'lucide-react/icons/arrow-left'
import Eye from 'lucide-react/icons/eye'
import { Link } from 'react-router'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { formatPlanned, languageName } from '#app/admin/kit/ui/format.ts'
import { useListPath } from '#app/admin/stories/article/article-queries.ts'
import { useUnpublishing } from '#app/admin/stories/publish/publish-queries.ts'
import { useWaitingSchedule } from '#app/admin/stories/schedule/schedule-queries.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

interface ArticleHeadingProps {
  article: Article | null
  language: Language
  onPreview: () => void
}

/** The name of what is being edited, where readers find it, and how they will see it. */
export function ArticleHeading({ article, language, onPreview }: ArticleHeadingProps) {
  const list = useListPath(article)
  const schedule = useWaitingSchedule(article)
  const unpublishing = useUnpublishing(article)
  const keys = describeShortcut('Mod-Alt-p')
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
      <Link to={list.to} className="inline-flex min-h-11 items-center gap-2 text-soft hover:text-ink">
        <ArrowLeft aria-hidden size={16} />
        {list.label}
      </Link>
      <h1 className="font-display font-medium text-ink text-title-sm">
        {article ? t('article.editTitle') : t('article.newTitle')}
      </h1>
      <Badge look="plain" tone={article?.published ? 'green' : schedule ? 'blue' : 'grey'}>
        {article?.published
          ? t('article.status.published')
          : schedule
            ? t('article.status.scheduled')
            : t('article.status.draft')}
      </Badge>
      {schedule && <span>{formatPlanned(new Date(schedule.publish_at), schedule.zone)}</span>}
      {unpublishing && (article?.published || schedule) && (
        <span>
          {t('publish.until', {
            when: formatPlanned(new Date(unpublishing.unpublish_at), unpublishing.zone),
          })}
        </span>
      )}
      <span>{languageName(language)}</span>
      {article?.published && (
        <a
          href={articlePath(article)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
        >
          {t('article.view')}
        </a>
      )}
      <Button
        variant="secondary"
        className="ml-auto"
        aria-keyshortcuts={keys.aria}
        title={`${t('article.preview')} (${keys.shown})`}
        onClick={onPreview}
      >
        <Eye aria-hidden size={16} />
        {t('article.preview')}
      </Button>
    </div>
  )
}
