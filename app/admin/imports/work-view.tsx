import { ActionProblem } from '#app/admin/imports/action-problem.tsx'
import { announceQuarter, formatCount } from '#app/admin/imports/describe-import.ts'
import { useImportAction } from '#app/admin/imports/use-import-action.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { ProgressBar } from '#app/admin/ui/progress-bar.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { stopImport } from '#core/data/imports.ts'
import type { ImportRecord } from '#core/domain/site-import.ts'

const WORDS = {
  reading: { title: t('imports.reading'), intro: t('imports.reading.intro') },
  importing: { title: t('imports.importing'), intro: t('imports.importing.intro') },
  undoing: { title: t('imports.undoing'), intro: t('imports.undoing.intro') },
}

interface WorkViewProps {
  record: ImportRecord
  state: keyof typeof WORDS
  titleRef: React.Ref<HTMLHeadingElement>
}

/** How far an import is that is being read, carried out or undone. It goes on when the page is closed. */
export function WorkView({ record, state, titleRef }: WorkViewProps) {
  const { act, busy, problem } = useImportAction(stopImport)
  const { title, intro } = WORDS[state]
  const { done = 0, total = 0, title: article = '' } = record.progress ?? {}
  // A source is read once more before its first article is stored.
  const isMeasured = done > 0 && total > 0
  const read = Math.max(done, total)
  return (
    <PageSection id="progress" title={title} intro={intro} titleRef={titleRef}>
      <div className="max-w-xl">
        <p className="text-sm tabular-nums">
          {isMeasured
            ? t('imports.progress', { count: total, done: formatCount(done), total: formatCount(total) })
            : read > 0
              ? t('imports.progress.read', { count: read, shown: formatCount(read) })
              : t('imports.progress.begins')}
        </p>
        <ProgressBar label={title} value={isMeasured ? Math.min(1, done / total) : null} />
        <p className="mt-2 min-h-5 truncate text-faint text-sm">{article}</p>
        <Button variant="secondary" className="mt-4" aria-disabled={busy} onClick={() => void act(record.id)}>
          {busy ? t('ui.oneMoment') : t('imports.stop')}
        </Button>
        <ActionProblem>{problem}</ActionProblem>
        <Announcement>{isMeasured ? announceQuarter(done / total) : ''}</Announcement>
      </div>
    </PageSection>
  )
}
