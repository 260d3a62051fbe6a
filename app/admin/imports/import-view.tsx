import { useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { ActionProblem } from '#app/admin/imports/action-problem.tsx'
import { formatCount, STATES } from '#app/admin/imports/describe-import.ts'
import { FormatField } from '#app/admin/imports/format-field.tsx'
import { ImportFacts } from '#app/admin/imports/import-facts.tsx'
import { IMPORTS_KEY, isUnderWay } from '#app/admin/imports/imports-queries.ts'
import { PlanView } from '#app/admin/imports/plan-view.tsx'
import { RemoveImport } from '#app/admin/imports/remove-import.tsx'
import { ReportView } from '#app/admin/imports/report-view.tsx'
import { UploadView } from '#app/admin/imports/upload-view.tsx'
import { useImportAction } from '#app/admin/imports/use-import-action.ts'
import { WorkView } from '#app/admin/imports/work-view.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { useFocusOnChange } from '#app/admin/ui/use-focus-on-change.ts'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { readImport, undoImport } from '#core/data/imports.ts'
import { type ImportRecord, MAX_SITE_NAME } from '#core/domain/site-import.ts'

/** An import at the step that it has reached. The heading of each new step gets focus. */
export function ImportView({ record }: { record: ImportRecord }) {
  const titleRef = useFocusOnChange<HTMLHeadingElement>(record.state)
  const { tone, label } = STATES[record.state]
  const isAtWork = isUnderWay(record.state)
  return (
    <>
      <p className="mb-7 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <Badge tone={tone}>{label}</Badge>
        <ImportFacts record={record} />
      </p>
      <Step record={record} titleRef={titleRef} />
      {!isAtWork && record.made.length + record.replaced > 0 && (
        <PageSection id="undo" title={t('imports.undo')} intro={t('imports.undo.intro')}>
          <UndoImport record={record} />
        </PageSection>
      )}
      {!isAtWork && (
        <PageSection id="remove" title={t('imports.remove')} intro={t('imports.remove.intro')}>
          <RemoveImport record={record} />
        </PageSection>
      )}
    </>
  )
}

function Step({ record, titleRef }: { record: ImportRecord; titleRef: React.Ref<HTMLHeadingElement> }) {
  const { state, plan, report } = record
  switch (state) {
    case 'uploading':
      return <UploadView record={record} titleRef={titleRef} />
    case 'reading':
    case 'importing':
    case 'undoing':
      return <WorkView record={record} state={state} titleRef={titleRef} />
    case 'planned':
      return plan && <PlanView record={record} plan={plan} titleRef={titleRef} />
    case 'done':
      return report && <ReportView record={record} report={report} titleRef={titleRef} />
    case 'undone':
      return <Undone record={record} titleRef={titleRef} />
    case 'failed':
      return <Failed record={record} titleRef={titleRef} />
  }
}

/** Takes back what an import brought, once that is confirmed. */
function UndoImport({ record: { id, report, replaced } }: { record: ImportRecord }) {
  const [isAsked, setIsAsked] = useState(false)
  const undo = useDeskMutation({ run: undoImport, invalidates: [IMPORTS_KEY] })

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('imports.undo')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('imports.undo.title')}
          action={t('imports.undo')}
          onConfirm={async () => answerOf(await undo.mutateAsync(id))}
          onClose={() => setIsAsked(false)}
        >
          {report?.created !== 0 && (
            <p>
              {report
                ? t('imports.undo.goes', { count: report.created, shown: formatCount(report.created) })
                : t('imports.undo.goesSoFar')}
            </p>
          )}
          {replaced > 0 && (
            <p>{t('imports.undo.returns', { count: replaced, shown: formatCount(replaced) })}</p>
          )}
          <p>{t('imports.undo.stays')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface EndProps {
  record: ImportRecord
  titleRef: React.Ref<HTMLHeadingElement>
}

function Undone({ record: { undone }, titleRef }: EndProps) {
  const { removed = 0, restored = 0, kept = 0 } = undone ?? {}
  return (
    <PageSection id="undone" title={t('imports.undone')} titleRef={titleRef}>
      <ul className="space-y-1.5 text-sm">
        <li>{t('imports.undone.removed', { count: removed, shown: formatCount(removed) })}</li>
        {restored > 0 && (
          <li>{t('imports.undone.restored', { count: restored, shown: formatCount(restored) })}</li>
        )}
        {kept > 0 && <li>{t('imports.undone.kept', { count: kept, shown: formatCount(kept) })}</li>}
      </ul>
    </PageSection>
  )
}

function Failed({ record, titleRef }: EndProps) {
  const { act, busy, problem: refusal } = useImportAction(readImport)
  const [format, setFormat] = useState(record.format)
  const [siteName, setSiteName] = useState('')
  return (
    <PageSection
      id="failed"
      title={t('imports.failed')}
      intro={t('imports.failed.intro')}
      titleRef={titleRef}
    >
      <Notice tone="problem" className="mb-6">
        <p className="wrap-anywhere">{record.problem ?? t('imports.failed.unknown')}</p>
      </Notice>
      <FormatField format={format} onChange={setFormat} />
      <TextField
        label={t('imports.siteName')}
        hint={t('imports.siteName.hint')}
        autoComplete="off"
        maxLength={MAX_SITE_NAME}
        value={siteName}
        className="mt-5 max-w-xl"
        onChange={(event) => setSiteName(event.target.value)}
      />
      <Button
        className="mt-5"
        aria-disabled={busy}
        onClick={() => void act({ id: record.id, format, siteName: siteName.trim() || null })}
      >
        {busy ? t('ui.oneMoment') : t('imports.readAgain')}
      </Button>
      <ActionProblem>{refusal}</ActionProblem>
    </PageSection>
  )
}
