import { keepPreviousData, useQuery } from '@tanstack/react-query'
import ListChecks from 'lucide-react/icons/list-checks'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import type { TableState } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, showResults, TableView } from '#app/admin/kit/table/table-view.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { UndoButton } from '#app/admin/kit/ui/undo-button.tsx'
import {
  GLOSSARY_KEY,
  type GlossaryFilter,
  type GlossarySort,
  glossaryListOptions,
  hasTermsQuery,
  RULE_OPTIONS,
  termsQuery,
} from '#app/admin/languages/glossary/glossary-table.ts'
import { EntryText } from '#app/admin/languages/glossary/term-text.tsx'
import { useLanguageOptions } from '#app/admin/settings/use-languages.ts'
import { deleteTermEntry, saveTermEntry } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import type { TermEntry } from '#core/domain/glossary-term.ts'
import { isEditor } from '#core/domain/role.ts'

interface GlossaryListProps {
  table: TableState<GlossarySort, GlossaryFilter>
  results: React.RefObject<HTMLElement | null>
  onEdit: (term: TermEntry) => void
  onDelete: (term: TermEntry) => void
}

const ACTION =
  'grid size-9 place-items-center rounded-sm text-soft transition-colors hover:bg-line/60 hover:text-ink'

/** The terms, each with what becomes of it in all languages. */
export function GlossaryList({ table, results, onEdit, onDelete }: GlossaryListProps) {
  const decides = isEditor(useMember())
  const { address, linkTo } = table
  const terms = useQuery({ ...termsQuery(glossaryListOptions(address)), placeholderData: keepPreviousData })
  const languages = useLanguageOptions({
    codes: TRANSLATED_LANGUAGES,
    hasAny: hasTermsQuery,
    chosen: address.filters.language,
  })

  const columns: Column<TermEntry, GlossarySort>[] = [
    {
      name: t('glossary.column.term'),
      sort: 'term',
      isHeader: true,
      width: 'md:w-60',
      cell: ({ term }) => term,
    },
    {
      name: t('glossary.column.languages'),
      className: 'max-md:mt-0.5',
      cell: (term) => <EntryText entry={term} />,
    },
    {
      name: t('glossary.column.changed'),
      sort: 'updated_at',
      width: 'md:w-30',
      className: 'text-faint max-md:mt-0.5 md:whitespace-nowrap',
      cell: ({ updated_at }) => <LocalTime iso={updated_at} precision="day" />,
    },
    {
      name: t('glossary.column.actions'),
      width: 'md:w-32 md:text-right',
      className: 'max-md:mt-1.5',
      cell: (term) => (
        <div className="-my-2 flex max-md:-ml-2 md:-mr-2 md:justify-end">
          <Link
            to={linkTo({ open: term.id })}
            preventScrollReset
            aria-label={t('glossary.action.affected', { term: term.term })}
            className={ACTION}
          >
            <ListChecks aria-hidden size={17} />
          </Link>
          {decides && (
            <>
              <button
                type="button"
                aria-label={t('glossary.action.edit', { term: term.term })}
                onClick={() => onEdit(term)}
                className={ACTION}
              >
                <Pencil aria-hidden size={16} />
              </button>
              <button
                type="button"
                aria-label={t('glossary.action.delete', { term: term.term })}
                onClick={() => onDelete(term)}
                className={`${ACTION} hover:text-red`}
              >
                <Trash2 aria-hidden size={16} />
              </button>
            </>
          )}
        </div>
      ),
    },
  ]

  return (
    <TableView
      table={table}
      query={terms}
      label={t('glossary.terms')}
      what={t('glossary.what')}
      pages={t('glossary.pages')}
      results={results}
      controls={
        <TableControls
          table={table}
          search={t('glossary.search')}
          filters={[
            { name: 'language', label: t('glossary.filter.language'), options: languages },
            { name: 'rule', label: t('glossary.filter.rule'), options: RULE_OPTIONS },
          ]}
        />
      }
      noMatch={{ text: t('glossary.noMatch'), showAll: t('glossary.showAll') }}
      empty={
        <EmptyTable title={t('glossary.empty.title')}>
          {t(decides ? 'glossary.empty.body' : 'glossary.empty.propose')}
        </EmptyTable>
      }
    >
      {(shown) => (
        <DataTable {...shown} caption={t('glossary.caption')} columns={columns} keyOf={({ id }) => id} />
      )}
    </TableView>
  )
}

/** Returns what is stored of an entry. */
const valuesOf = ({ term, example, languages }: TermEntry) => ({
  term,
  example,
  languages: Object.fromEntries(
    Object.entries(languages).map(([language, { rule, translation }]) => [language, { rule, translation }]),
  ),
})

/** Deletes a term without confirmation, with a toast that can undo it. The list gets focus, because the row disappears. */
export function useDeleteTerm(results: React.RefObject<HTMLElement | null>) {
  const restore = useDeskMutation({
    run: saveTermEntry,
    done({ status }, { values: { term } }) {
      if (status !== 'saved') throw new Refusal('term_taken')
      return t('glossary.delete.undone', { term })
    },
    invalidates: [GLOSSARY_KEY],
  })
  const remove = useDeskMutation({
    run: deleteTermEntry,
    done: (_, entry: TermEntry) => ({
      title: t('ui.success'),
      description: (
        <>
          <span>{t('glossary.delete.done', { term: entry.term })}</span>{' '}
          <UndoButton onUndo={() => void takeBack(entry)} />
        </>
      ),
    }),
    invalidates: [GLOSSARY_KEY],
  })

  async function takeBack(entry: TermEntry) {
    await restore.attempt({ before: null, values: valuesOf(entry) })
    showResults(results.current)
  }

  return async (entry: TermEntry) => {
    await remove.attempt(entry)
    showResults(results.current)
  }
}
