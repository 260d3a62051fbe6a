import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { Announcement } from '#app/admin/kit/ui/notice.tsx'
import {
  type CsvProblem,
  type ImportPlan,
  MAX_FILE_BYTES,
  MAX_ROWS,
  planImport,
  readGlossaryCsv,
} from '#app/admin/languages/glossary/csv/glossary-csv.ts'
import { GLOSSARY_KEY, wholeGlossaryQuery } from '#app/admin/languages/glossary/glossary-table.ts'
import { RuleText } from '#app/admin/languages/glossary/term-text.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { importGlossary } from '#core/data/glossary.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

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
          // Reset, so that the same file can be chosen again, once it has been corrected.
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

/** The maximum number of rows shown of each kind. */
const MAX_SHOWN = 200

/** The rows that an import would add, change and refuse. */
function ImportPreview({ plan: { added, changed, same, refused } }: { plan: ImportPlan }) {
  const summary = [
    t('glossary.import.added', { count: added.length }),
    t('glossary.import.changed', { count: changed.length }),
    t('glossary.import.same', { count: same }),
    t('glossary.import.refused', { count: refused.length }),
  ]
  return (
    <>
      <p role="status" className="mt-4 font-medium text-sm">
        {summary.join(' · ')}
      </p>
      <section
        aria-label={t('glossary.import.rows')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled with the keyboard
        tabIndex={0}
        className="mt-3 max-h-[45dvh] space-y-5 overflow-y-auto border-line border-y py-3 text-sm"
      >
        <Rows title={t('glossary.import.refusedTitle')} rows={refused}>
          {({ text, reason }) => (
            <>
              {text && <span className="font-medium">{text}</span>} <span className="text-red">{reason}</span>
            </>
          )}
        </Rows>
        <Rows title={t('glossary.import.changedTitle')} rows={changed}>
          {({ term, before }) => (
            <>
              <TermLine term={term} />
              <span className="block text-faint">
                {t('glossary.import.before')} {before.term !== term.term && `${before.term}: `}
                <RuleText term={before} />
              </span>
            </>
          )}
        </Rows>
        <Rows title={t('glossary.import.addedTitle')} rows={added}>
          {({ term }) => <TermLine term={term} />}
        </Rows>
        {same > 0 && <p className="text-faint">{t('glossary.import.sameRows', { count: same })}</p>}
      </section>
    </>
  )
}

interface RowsProps<Row> {
  title: string
  rows: readonly Row[]
  children: (row: Row) => React.ReactNode
}

function Rows<Row extends { row: number }>({ title, rows, children }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1.5 space-y-1.5">
        {rows.slice(0, MAX_SHOWN).map((row) => (
          <li key={row.row} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-2">
            <span className="text-faint tabular-nums">{t('glossary.import.row', { row: row.row })}</span>
            <span className="min-w-0 wrap-anywhere">{children(row)}</span>
          </li>
        ))}
      </ul>
      {rows.length > MAX_SHOWN && (
        <p className="mt-1.5 text-faint">{t('glossary.import.more', { count: rows.length - MAX_SHOWN })}</p>
      )}
    </section>
  )
}

function TermLine({ term }: { term: GlossaryTermValues }) {
  return (
    <>
      <span className="font-medium">{term.term}</span>{' '}
      <span className="text-soft">
        {languageName(term.language)}
        {' · '}
        <RuleText term={term} />
      </span>
    </>
  )
}
