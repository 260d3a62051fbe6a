import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { ARTICLES_PATH, DRAFTS_PATH, editArticlePath, IMPORTS_PATH } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement, Notice, ProgressBar } from '#app/admin/kit/ui/notice.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { useFocusOnChange } from '#app/admin/kit/ui/use-focus-on-change.ts'
import { announceQuarter, formatCount, STATES } from '#app/admin/operations/imports/describe-import.ts'
import {
  ActionProblem,
  IMPORTS_KEY,
  isUnderWay,
  useImportAction,
} from '#app/admin/operations/imports/import-action.tsx'
import { FormatField, ImportFacts } from '#app/admin/operations/imports/import-facts.tsx'
import { NoteGroups } from '#app/admin/operations/imports/note-groups.tsx'
import { PlanView } from '#app/admin/operations/imports/plan-view.tsx'
import { UploadView } from '#app/admin/operations/imports/upload-view.tsx'
import { forgetUpload } from '#app/admin/operations/imports/uploads.ts'
import { forgetChoices } from '#app/admin/operations/imports/use-choices.ts'
import { Facts } from '#app/admin/operations/system-part.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { readImport, removeImport, stopImport, undoImport } from '#core/data/imports.ts'
import { type ImportRecord, type ImportReport, MAX_SITE_NAME } from '#core/domain/site-import.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

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

/** Takes an import and its file off the list, once that is confirmed. */
function RemoveImport({ record: { id, report } }: { record: ImportRecord }) {
  const [isAsked, setIsAsked] = useState(false)
  const navigate = useNavigate()
  const { toast } = useToast()
  const remove = useDeskMutation({ run: removeImport, invalidates: [[...IMPORTS_KEY, 'list']] })

  async function confirm() {
    answerOf(await remove.mutateAsync(id))
    forgetUpload(id)
    forgetChoices(id)
    toast({ title: t('ui.success'), description: t('imports.remove.done') })
    await navigate(IMPORTS_PATH)
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsked(true)}>
        {t('imports.remove')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={t('imports.remove.title')}
          action={t('imports.remove')}
          onConfirm={confirm}
          onClose={() => setIsAsked(false)}
        >
          <p>{t(report ? 'imports.remove.stays' : 'imports.remove.nothing')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

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

/** Shows how far an import is that is being read, carried out or undone. It goes on when the page is closed. */
function WorkView({ record, state, titleRef }: WorkViewProps) {
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

interface ReportViewProps {
  record: ImportRecord
  report: ImportReport
  titleRef: React.Ref<HTMLHeadingElement>
}

/** Says what an import has brought, and where it is. */
function ReportView({ record, report, titleRef }: ReportViewProps) {
  return (
    <>
      <PageSection
        id="report"
        title={t('imports.report')}
        intro={t('imports.report.intro')}
        titleRef={titleRef}
      >
        {record.problem && (
          <Notice tone="problem" className="mb-6">
            <p className="wrap-anywhere">{record.problem}</p>
          </Notice>
        )}
        <ReportFacts report={report} />
      </PageSection>
      {record.made.length > 0 && (
        <PageSection id="made" title={t('imports.made')} intro={t('imports.made.intro')}>
          <MadeArticles record={record} report={report} />
        </PageSection>
      )}
      {record.notes.length > 0 && (
        <PageSection id="changes" title={t('imports.changed')} intro={t('imports.changed.intro')}>
          <div className="divide-y divide-line">
            <NoteGroups notes={record.notes} />
          </div>
        </PageSection>
      )}
    </>
  )
}

function ReportFacts({ report }: { report: ImportReport }) {
  const { created, updated, unchanged, touched, failed, pictures, picturesFailed, oldAddresses } = report
  const counted = (name: string, count: number, detail?: string) =>
    count > 0 ? [{ name, value: formatCount(count), detail }] : []
  return (
    <Facts
      facts={[
        { name: t('imports.report.created'), value: formatCount(created) },
        ...counted(t('imports.report.updated'), updated),
        ...counted(t('imports.report.unchanged'), unchanged),
        ...counted(t('imports.report.touched'), touched, t('imports.report.touchedHint')),
        ...counted(t('imports.report.failed'), failed, t('imports.report.failedHint')),
        ...counted(t('imports.report.pictures'), pictures),
        ...counted(
          t('imports.report.picturesFailed'),
          picturesFailed,
          t('imports.report.picturesFailedHint'),
        ),
        ...counted(t('imports.report.oldAddresses'), oldAddresses, t('imports.report.oldAddressesHint')),
      ]}
    />
  )
}

const TEXT_LINK = 'underline decoration-line underline-offset-4 hover:decoration-current'

/** The others are found in the lists. */
const SHOWN = 10

/** The first articles of an import, with links to read and to edit each. */
function MadeArticles({ record, report }: { record: ImportRecord; report: ImportReport }) {
  const made = record.made.slice(0, SHOWN)
  const others = report.created + report.updated - made.length
  return (
    <>
      <ul aria-labelledby="made" className="divide-y divide-line border-line border-y">
        {made.map(({ title, slug, language, published }) => {
          const address = { slug, ...(isLanguage(language) && { language }) }
          return (
            <li
              key={`${language}/${slug}`}
              className="flex flex-wrap items-center justify-between gap-x-5 text-sm sm:flex-nowrap"
            >
              <Link
                to={editArticlePath(address)}
                className={`inline-flex min-h-11 min-w-0 items-center py-1.5 font-medium wrap-anywhere ${TEXT_LINK}`}
              >
                {title || t('imports.made.untitled')}
              </Link>
              {published ? (
                <a
                  href={articlePath(address)}
                  aria-label={t('imports.made.readNamed', { title })}
                  className={`inline-flex min-h-11 shrink-0 items-center text-soft ${TEXT_LINK}`}
                >
                  {t('imports.made.read')}
                </a>
              ) : (
                <span className="shrink-0 text-faint">{t('imports.made.draft')}</span>
              )}
            </li>
          )
        })}
      </ul>
      {others > 0 && (
        <p className="mt-3 text-faint text-sm">
          {t('imports.more', { count: others, shown: formatCount(others) })}
        </p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 text-sm">
        <Link to={ARTICLES_PATH} className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          {t('imports.made.articles')}
        </Link>
        <Link to={DRAFTS_PATH} className={`inline-flex min-h-11 items-center ${TEXT_LINK}`}>
          {t('imports.made.drafts')}
        </Link>
      </p>
    </>
  )
}
