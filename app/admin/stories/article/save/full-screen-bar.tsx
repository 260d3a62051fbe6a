import { t } from '#app/admin/kit/messages.ts'
import { UnsavedNote } from '#app/admin/stories/article/save/save-bar.tsx'
import { useWaitingSchedule } from '#app/admin/stories/schedule/schedule-queries.ts'
import type { UnsavedWork } from '#app/admin/stories/unsaved/unsaved-work.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'

interface FullScreenBarProps {
  work: UnsavedWork
  /** The stored article; null for a new one. */
  article: Article | null
  isSaving: boolean
  onSave: () => void
  onPreview: () => void
}

/** Shows what is known of the saving, and the buttons that are needed while the text fills the screen. */
export function FullScreenBar({ work, article, isSaving, onSave, onPreview }: FullScreenBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fields
    <div
      role="group"
      aria-label={t('article.saving')}
      className="flex flex-wrap-reverse items-center gap-x-6 gap-y-2 border-line border-t px-4 py-2"
    >
      <div className="flex gap-3">
        <Button aria-disabled={isSaving} onClick={() => isSaving || onSave()}>
          {isSaving
            ? t('ui.oneMoment')
            : article?.published
              ? t('article.action.update')
              : t('article.action.saveDraft')}
        </Button>
        <Button variant="secondary" onClick={onPreview}>
          {t('article.preview')}
        </Button>
      </div>
      <UnsavedNote work={work} article={article} schedule={useWaitingSchedule(article)} atOnce="" />
    </div>
  )
}
