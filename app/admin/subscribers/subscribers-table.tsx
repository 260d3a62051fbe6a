import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import UserPlus from 'lucide-react/icons/user-plus'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { EmailField } from '#app/admin/kit/form/account-fields.tsx'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { BrowseButton, useFileDrop } from '#app/admin/kit/form/file-input.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import { useMailLeaves } from '#app/admin/mail/mail-queries.ts'
import { clientWithProgress } from '#app/admin/media/fetch-with-progress.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { ImportQuestions, ImportReportView } from '#app/admin/subscribers/import-report.tsx'
import { useSubscriberColumns } from '#app/admin/subscribers/subscriber-columns.tsx'
import {
  ACTIVITY_OPTIONS,
  LANGUAGE_OPTIONS,
  LEFT_OPTIONS,
  STATUS_OPTIONS,
  SUBSCRIBER_LIST,
  SUBSCRIBER_LISTS,
  SUBSCRIBERS_KEY,
  subscriberCountsQuery,
  subscriberListOptions,
  subscribersQuery,
} from '#app/admin/subscribers/subscribers-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { addSubscriber, exportSubscribers, importSubscribers } from '#core/data/desk-subscribers.ts'
import {
  CONSENT_SOURCE_MAX_LENGTH,
  IMPORT_MAX_BYTES,
  type ImportReport,
  type QuestionAnswer,
} from '#core/domain/subscriber-import.ts'
import { subscriberInput } from '#core/domain/subscriber-input.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'

/** The subscribers of the newsletter with everything that can be done with them, below a heading. Its address is a part of the page's. */
export function SubscribersTable() {
  const table = useTableAddress(SUBSCRIBER_LIST, { keepsOthers: true })
  const options = subscriberListOptions(table.address)
  const results = useRef<HTMLElement>(null)
  const chosen = useQuery(subscriberCountsQuery).data?.languages.map(({ language }) => language) ?? []
  const languages = [...useOfferedLanguages(), ...chosen, table.address.filters.readers]
  const [imports, setImports] = useState(false)
  const [adds, setAdds] = useState(false)
  const subscribers = useQuery({ ...subscribersQuery(options), placeholderData: keepPreviousData })
  const exporting = useDownload((client) => exportSubscribers(client, options), {
    name: 'subscribers.csv',
    type: 'text/csv',
    done: t('subscribers.export.done'),
  })
  const { columns, dialog } = useSubscriberColumns(results, subscribers.isError)

  return (
    <section aria-labelledby="subscribers-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="subscribers-heading" className="font-display font-medium text-title">
          {t('subscribers.title')}
        </h2>
        <div className="flex flex-wrap gap-2.5">
          <Button variant="secondary" size="sm" onClick={() => setAdds(true)}>
            <UserPlus aria-hidden size={16} />
            {t('subscribers.add.open')}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setImports(true)}>
            <Upload aria-hidden size={16} />
            {t('subscribers.import.open')}
          </Button>
          <Button variant="secondary" size="sm" aria-disabled={exporting.busy} onClick={exporting.run}>
            <Download aria-hidden size={16} />
            {t(table.isFiltered ? 'subscribers.export.shown' : 'subscribers.export.all')}
          </Button>
        </div>
      </div>
      <TableView
        table={table}
        query={subscribers}
        label={t('subscribers.caption')}
        what={t('subscribers.what')}
        pages={t('subscribers.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            search={t('subscribers.search')}
            filters={[
              { name: 'status', label: t('subscribers.filter.status'), options: STATUS_OPTIONS },
              { name: 'activity', label: t('subscribers.filter.activity'), options: ACTIVITY_OPTIONS },
              {
                name: 'readers',
                label: t('subscribers.filter.language'),
                options: LANGUAGE_OPTIONS.filter(([code]) => languages.includes(code)),
              },
              { name: 'left', label: t('subscribers.filter.left'), options: LEFT_OPTIONS },
            ]}
          />
        }
        noMatch={{ text: t('subscribers.noMatch'), showAll: t('subscribers.showAll') }}
        empty={<EmptyTable title={t('subscribers.empty.title')}>{t('subscribers.empty.body')}</EmptyTable>}
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('subscribers.caption')}
            columns={columns}
            keyOf={({ id }) => id}
            columnsFrom="xl"
          />
        )}
      </TableView>
      {dialog}
      {adds && <AddSubscriberDialog onClose={() => setAdds(false)} />}
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </section>
  )
}

/** A refusal of the server, whose sentence is shown at the address. */
class AddressRefused extends Error {}

/** Adds one subscriber, who gets the confirmation mail. */
function AddSubscriberDialog({ onClose }: { onClose: () => void }) {
  const { toast } = useToast()
  const offered = useOfferedLanguages()
  const stays = useMailLeaves() === false
  const add = useDeskMutation({ run: addSubscriber, invalidates: SUBSCRIBER_LISTS })
  const state = useDeskForm({
    schema: subscriberInput,
    initial: { email: '', language: DEFAULT_LANGUAGE },
    async submit(values) {
      const added = await add.mutateAsync(values)
      if (added.status === 'refused') throw new AddressRefused(added.message)
      const { email } = values
      toast({
        title: t('ui.success'),
        description: t(stays ? 'subscribers.add.addedStays' : 'subscribers.add.added', { email }),
      })
      onClose()
    },
    placeError: (error) =>
      error instanceof AddressRefused ? { field: 'email', message: error.message, select: true } : null,
  })
  const { register, formState } = state.form
  return (
    <FormDialog
      title={t('subscribers.add.title')}
      intro={<p className="mb-5 text-sm text-soft">{t('subscribers.add.intro')}</p>}
      state={state}
      action={t('subscribers.add.action')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="email"
        as={EmailField}
        label={t('subscribers.add.email')}
        autoComplete="off"
      />
      <Field label={t('subscribers.add.language')} error={formState.errors.language?.message}>
        {(control) => (
          <SelectControl {...register('language')} {...control}>
            {LANGUAGE_OPTIONS.filter(([code]) => offered.includes(code)).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
    </FormDialog>
  )
}

/** Takes a CSV file or a zip and the source of the consent, shows what an import would do, and then does it. */
function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [source, setSource] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [everybodyLeft, setEverybodyLeft] = useState(false)
  const [answers, setAnswers] = useState<ReadonlyMap<string, QuestionAnswer>>(new Map())
  const { file, report, problem, progress, busy, choose, send, reset } = useImport()
  const drop = useFileDrop(([dropped]) => dropped && !busy && take(dropped))
  const found = report ? report.added + report.confirmed : 0
  const changes = report ? found + report.blocked + report.ended : 0
  const isDone = report?.dryRun === false
  // The answers that were checked are those that will be imported.
  const isStale = report?.questions.some(({ key, answer }) => (answers.get(key) ?? null) !== answer) ?? false

  function take(chosen: File) {
    choose(chosen)
    // The answers for one file do not hold for the next.
    setEverybodyLeft(false)
    setAnswers(new Map())
  }

  function answer(key: string, chosen: QuestionAnswer | null) {
    const others = [...answers].filter(([known]) => known !== key)
    setAnswers(new Map(chosen ? [...others, [key, chosen]] : others))
  }

  async function run(dryRun: boolean) {
    if (busy) return
    if (!source.trim()) return setIsMissing(true)
    await send({ source: source.trim(), everybodyLeft, answers, dryRun })
    if (!dryRun) await queries.invalidateQueries({ queryKey: SUBSCRIBERS_KEY })
  }

  return (
    <ModalDialog title={t('subscribers.import.title')} width="list" onClose={() => busy || onClose()}>
      {!isDone && (
        <>
          {!report && <p className="text-sm text-soft">{t('subscribers.import.intro')}</p>}
          <TextField
            label={t('subscribers.import.source')}
            hint={t('subscribers.import.sourceHint')}
            error={isMissing && t('subscribers.import.sourceMissing')}
            value={source}
            maxLength={CONSENT_SOURCE_MAX_LENGTH}
            required
            readOnly={busy}
            autoComplete="off"
            className="mt-4"
            onChange={(event) => {
              setSource(event.target.value)
              setIsMissing(false)
              // The answers that were checked are those that will be imported.
              reset()
            }}
          />
          <section
            aria-label={t('subscribers.import.choose')}
            {...drop.handlers}
            className={`mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-sm border border-dashed p-4 ${drop.isOver ? 'border-ink bg-wash' : 'border-edge'}`}
          >
            <BrowseButton
              label={t(file ? 'subscribers.import.chooseOther' : 'subscribers.import.choose')}
              inputLabel={t('subscribers.import.choose')}
              accept=".csv,.txt,.zip,text/csv,text/plain,application/zip"
              disabled={busy}
              onFiles={([chosen]) => chosen && take(chosen)}
            />
            <span className="min-w-0 text-faint text-sm wrap-anywhere">
              {file ? file.name : t('subscribers.import.drop')}
            </span>
          </section>
          <label className="mt-3 flex min-h-11 cursor-pointer items-start gap-3 text-sm">
            <input
              type="checkbox"
              checked={everybodyLeft}
              disabled={busy}
              className="mt-0.5 size-4.5 shrink-0 accent-ink"
              onChange={(event) => {
                setEverybodyLeft(event.target.checked)
                reset()
              }}
            />
            {t('subscribers.import.everybodyLeft')}
          </label>
        </>
      )}
      {busy && (
        <div className="mt-4">
          <p role="status" className="text-sm">
            {progress < 1
              ? t('subscribers.import.progress', { percent: Math.round(progress * 100) })
              : t('subscribers.import.working')}
          </p>
          <progress
            aria-label={t('subscribers.import.title')}
            max={1}
            {...(progress < 1 && { value: progress })}
            className="mt-1.5 block h-1.5 w-full accent-ink"
          />
        </div>
      )}
      {problem && <p className="mt-4 text-red text-sm wrap-anywhere">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      {report && (
        <ImportReportView report={report}>
          {!isDone && report.questions.length > 0 && (
            <ImportQuestions
              questions={report.questions}
              answers={answers}
              disabled={busy}
              onAnswer={answer}
            />
          )}
          {isStale && (
            <p role="status" className="mt-3 font-medium">
              {t('subscribers.import.questions.stale')}
            </p>
          )}
        </ImportReportView>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {isDone ? (
          <Button onClick={onClose}>{t('subscribers.import.close')}</Button>
        ) : (
          <>
            <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
              {t('ui.cancel')}
            </Button>
            {isStale ? (
              <Button aria-disabled={busy} onClick={() => void run(true)}>
                {t('subscribers.import.checkAgain')}
              </Button>
            ) : changes > 0 ? (
              <Button aria-disabled={busy} onClick={() => void run(false)}>
                {busy
                  ? t('ui.oneMoment')
                  : found > 0
                    ? t('subscribers.import.action', { count: found })
                    : t('subscribers.import.actionLeft')}
              </Button>
            ) : (
              <Button
                aria-disabled={busy || !file || report !== null}
                onClick={() => file && !report && void run(true)}
              >
                {busy ? t('ui.oneMoment') : t('subscribers.import.check')}
              </Button>
            )}
          </>
        )}
      </div>
    </ModalDialog>
  )
}

/** The file of an import, how far it has been sent, and what came of it. */
function useImport() {
  const [file, setFile] = useState<File | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [problem, setProblem] = useState('')
  /** The part that has been sent, from 0 to 1; null while nothing is sent. */
  const [progress, setProgress] = useState<number | null>(null)

  function reset() {
    setReport(null)
    setProblem('')
  }

  function choose(chosen: File) {
    reset()
    const isTooLarge = chosen.size > IMPORT_MAX_BYTES
    setFile(isTooLarge ? null : chosen)
    if (isTooLarge) setProblem(t('subscribers.import.tooLarge', { mb: IMPORT_MAX_BYTES / 1024 / 1024 }))
  }

  async function send(asked: Omit<Parameters<typeof importSubscribers>[1], 'file' | 'name'>) {
    if (!file) return
    reset()
    setProgress(0)
    try {
      const answer = await signedIn(async (client) =>
        importSubscribers(await clientWithProgress(client, { onProgress: setProgress }), {
          file,
          name: file.name,
          ...asked,
        }),
      )
      if ('refusal' in answer) setProblem(answer.refusal)
      else setReport(answer)
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setProgress(null)
    }
  }

  return { file, report, problem, progress: progress ?? 0, busy: progress !== null, choose, send, reset }
}
