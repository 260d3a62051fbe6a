import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { CoverageHeading } from '#app/admin/coverage/coverage-heading.tsx'
import { t } from '#app/admin/messages.ts'
import { useColleagues } from '#app/admin/people/names-of-people.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { DataTable } from '#app/admin/table/data-table.tsx'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, showResults, TableView } from '#app/admin/table/table-view.tsx'
import { QUEUE_COLUMNS } from '#app/admin/translation-queue/queue-columns.tsx'
import { TakeNext } from '#app/admin/translation-queue/take-next.tsx'
import {
  NOBODY,
  queueOptions,
  TRANSLATION_QUEUE_TABLE,
  translationQueueQuery,
} from '#app/admin/translation-queue/translation-queue-table.ts'
import { Translators } from '#app/admin/translation-queue/translators.tsx'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { isEditor, translatesInto } from '#core/domain/role.ts'
import type { Route } from './+types/translations-queue.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('translationQueue.title'), matches)

/** What waits to be translated, reviewed or mended, with who has it, in the order in which it is handed out. */
export default function TranslationsQueue() {
  const member = useMember()
  const colleagues = useColleagues()
  const table = useTableAddress(TRANSLATION_QUEUE_TABLE)
  const results = useRef<HTMLElement>(null)
  const options = queueOptions(table.address)
  const queue = useQuery({ ...translationQueueQuery(options), placeholderData: keepPreviousData })
  const languages = TRANSLATED_LANGUAGES.filter((language) => translatesInto(member, language))
  const people = colleagues.filter((person) => person.role === 'translator' || isEditor(person))
  return (
    <>
      <CoverageHeading />
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-soft">{t('translationQueue.intro')}</p>
        <TakeNext language={options.language} />
      </div>
      {queue.data && <Translators {...queue.data} onFollow={() => showResults(results.current)} />}
      <TableView
        table={table}
        query={queue}
        label={t('translationQueue.title')}
        what={t('translationQueue.what')}
        pages={t('translationQueue.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            filters={[
              {
                name: 'language',
                label: t('translationQueue.filter.language'),
                options: languages.map((language) => [language, languageName(language)]),
              },
              {
                name: 'who',
                label: t('translationQueue.filter.person'),
                options: [
                  [NOBODY, t('translationQueue.filter.free')],
                  ...people.map(({ user_id, name }) => [user_id, name] as const),
                ],
              },
            ]}
          />
        }
        noMatch={{ text: t('translationQueue.noMatch'), showAll: t('translationQueue.showAll') }}
        empty={
          <EmptyTable title={t('translationQueue.emptyTitle')}>{t('translationQueue.empty')}</EmptyTable>
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('translationQueue.caption')}
            columns={QUEUE_COLUMNS}
            columnsFrom="xl"
            keyOf={({ original_id, language }) => `${original_id} ${language}`}
          />
        )}
      </TableView>
    </>
  )
}
