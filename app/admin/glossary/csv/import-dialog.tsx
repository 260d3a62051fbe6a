import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/errors/describe-error.ts'
import {
  type CsvProblem,
  MAX_FILE_BYTES,
  MAX_ROWS,
  readGlossaryCsv,
} from '#app/admin/glossary/csv/glossary-csv.ts'
import { ImportPreview } from '#app/admin/glossary/csv/import-preview.tsx'
import { type ImportPlan, planImport } from '#app/admin/glossary/csv/plan-import.ts'
import { GLOSSARY_KEY, wholeGlossaryQuery } from '#app/admin/glossary/glossary-queries.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { importGlossary } from '#core/data/glossary.ts'

const PROBLEMS: Record<CsvProblem, string> = {
  too_large: t('glossary.import.tooLarge', { mb: MAX_FILE_BYTES / 1024 / 1024 }),
  not_utf8: t('glossary.import.notUtf8'),
  no_header: t('glossary.import.noHeader'),
  unknown_column: t('glossary.import.unknownColumn'),
  quotes: t('glossary.import.quotes'),
  too_many_rows: t('glossary.import.tooManyRows', { max: MAX_ROWS.toLocaleString('en-US') }),
  empty: t('glossary.import.empty'),
}

/** Reads a file, shows what it would change row by row, and stores that in one go. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const { toast } = useToast()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<{ name: string; plan: ImportPlan } | null>(null)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const store = useDeskMutation({ run: importGlossary, invalidates: [GLOSSARY_KEY] })
  const terms = read ? [...read.plan.added, ...read.plan.changed].map(({ term }) => term) : []

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(describeError(error))
    } finally {
      setBusy(false)
    }
  }

  const readFile = (file: File) =>
    attempt(async () => {
      setRead(null)
      if (file.size > MAX_FILE_BYTES) return setProblem(PROBLEMS.too_large)
      const found = await readGlossaryCsv(new Uint8Array(await file.arrayBuffer()))
      if ('problem' in found)
        return setProblem(PROBLEMS[found.problem].replace('{{detail}}', () => found.detail ?? ''))
      const known = await queries.fetchQuery(wholeGlossaryQuery)
      const plan = planImport(found.rows, known)
      const columns = found.refused.map(({ row }) => ({
        row,
        text: '',
        reason: t('glossary.import.columns'),
      }))
      plan.refused = [...columns, ...plan.refused].toSorted((a, b) => a.row - b.row)
      setRead({ name: file.name, plan })
    })

  const storeAll = () =>
    attempt(async () => {
      const { added, changed } = await store.mutateAsync(terms)
      toast({ title: t('ui.success'), description: t('glossary.import.done', { count: added + changed }) })
      onClose()
    })

  return (
    <ModalDialog title={t('glossary.import.title')} width="list" onClose={() => busy || onClose()}>
      <p className="text-sm text-soft">{t('glossary.import.intro')}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('glossary.import.choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // So that the same file can be chosen again, once it has been corrected.
          event.target.value = ''
          if (file) void readFile(file)
        }}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={busy}
          onClick={() => busy || input.current?.click()}
        >
          {t(read ? 'glossary.import.chooseOther' : 'glossary.import.choose')}
        </Button>
        {read && <span className="min-w-0 text-faint text-sm wrap-anywhere">{read.name}</span>}
      </div>
      {problem && <p className="mt-4 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      {read && <ImportPreview plan={read.plan} />}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
          {t('ui.cancel')}
        </Button>
        <Button
          aria-disabled={busy || terms.length === 0}
          onClick={() => busy || terms.length === 0 || void storeAll()}
        >
          {busy ? t('ui.oneMoment') : t('glossary.import.action', { count: terms.length })}
        </Button>
      </div>
    </ModalDialog>
  )
}
