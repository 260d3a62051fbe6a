import { useNameOfEditor } from '#app/admin/history/use-name-of-editor.ts'
import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { RevisionSummary } from '#core/data/article-revisions.ts'

/** When a version was saved, by whom, why, and whether it was published. */
export function RevisionLine({ revision }: { revision: RevisionSummary }) {
  const nameOf = useNameOfEditor()
  const { made_at, made_by, note, title, published } = revision
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">
          <LocalTime iso={made_at} precision="minute" />
        </span>
        <span className="min-w-0 break-all text-soft">{t('history.by', { who: nameOf(made_by) })}</span>
        <Badge look="plain" tone={published ? 'green' : 'grey'}>
          {published ? t('history.published') : t('history.draft')}
        </Badge>
      </p>
      <p className="mt-0.5 wrap-anywhere text-soft">{title || t('history.untitled')}</p>
      {note && <p className="mt-0.5 wrap-anywhere text-faint">{note}</p>}
    </div>
  )
}
