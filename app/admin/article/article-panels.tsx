import { CorrectionsPanel } from '#app/admin/corrections/corrections-panel.tsx'
import { HistoryPanel } from '#app/admin/history/history-panel.tsx'
import { PreviewPanel } from '#app/admin/preview/preview-panel.tsx'
import { SchedulePanel } from '#app/admin/schedule/schedule-panel.tsx'
import type { Article } from '#core/domain/article.ts'

export interface ArticlePanelsProps {
  /** As it is stored. */
  article: Article
  /** Whether the form has changes that are not saved. */
  isDirty: boolean
  /** The article was changed outside of the form, which goes on from this version. */
  onChanged: (article: Article) => void
}

/** The panels of a stored article below its form. */
export function ArticlePanels({ article, isDirty, onChanged }: ArticlePanelsProps) {
  return (
    <div key={article.id}>
      <SchedulePanel article={article} isDirty={isDirty} onChanged={onChanged} />
      <CorrectionsPanel article={article} onChanged={onChanged} />
      <PreviewPanel article={article} isDirty={isDirty} />
      <HistoryPanel article={article} isDirty={isDirty} />
    </div>
  )
}
