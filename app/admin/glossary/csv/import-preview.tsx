import { languageName } from '#app/admin/article/language-name.ts'
import type { ImportPlan } from '#app/admin/glossary/csv/plan-import.ts'
import { RuleText } from '#app/admin/glossary/rule-text.tsx'
import { t } from '#app/admin/messages.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'

/** Nobody reads more rows of a kind here. */
const MAX_SHOWN = 200

/** What an import would add and change, and what it leaves out, row by row. */
export function ImportPreview({ plan: { added, changed, same, refused } }: { plan: ImportPlan }) {
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
