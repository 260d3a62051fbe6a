import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { languageName } from '#app/admin/article/language-name.ts'
import { ArticlesTabs } from '#app/admin/articles/articles-tabs.tsx'
import { t } from '#app/admin/messages.ts'
import { ActOnAll } from '#app/admin/recordings/act-on-all.tsx'
import { OlderRecordingsDialog } from '#app/admin/recordings/older-recordings-dialog.tsx'
import { recordingColumns } from '#app/admin/recordings/recording-columns.tsx'
import {
  RECORDINGS_TABLE,
  recordingOptions,
  recordingsQuery,
  STATE_NAMES,
} from '#app/admin/recordings/recordings-table.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ScreenLink } from '#app/admin/shell/screen-link.tsx'
import { DataTable } from '#app/admin/table/data-table.tsx'
import { useTableAddress } from '#app/admin/table/table-address.ts'
import { TableControls } from '#app/admin/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/table/table-view.tsx'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { RECORDING_STATES } from '#core/domain/recording.ts'
import type { Route } from './+types/recordings.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('recordings.title'), matches)

/** The articles that wait to be read aloud by the speech model, and those of which that has failed. */
export default function Recordings() {
  const table = useTableAddress(RECORDINGS_TABLE)
  const results = useRef<HTMLElement>(null)
  const languages = useOfferedLanguages()
  const [asksForOlder, setAsksForOlder] = useState(false)
  const recordings = useQuery({
    ...recordingsQuery(recordingOptions(table.address)),
    placeholderData: keepPreviousData,
  })
  const { data } = recordings
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('recordings.title')}</h1>
      <ArticlesTabs hasRecordings />
      {data && !data.has_model && <NoSpeechModel className="mb-6" />}
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-prose text-sm text-soft">
          {data && t('recordings.recorded', { count: data.recorded })} {t('recordings.intro')}
        </p>
        <div className="flex flex-wrap gap-2">
          {data && <ActOnAll {...data} results={results} />}
          {data?.has_model && (
            <Button size="sm" onClick={() => setAsksForOlder(true)}>
              {t('recordings.older')}
            </Button>
          )}
        </div>
      </div>
      <TableView
        table={table}
        query={recordings}
        label={t('recordings.title')}
        what={t('recordings.what')}
        pages={t('recordings.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            filters={[
              {
                name: 'state',
                label: t('recordings.column.state'),
                options: RECORDING_STATES.map((state) => [state, STATE_NAMES[state]] as const),
              },
              {
                name: 'language',
                label: t('recordings.language'),
                options: languages.map((code) => [code, languageName(code)] as const),
              },
            ]}
          />
        }
        noMatch={{ text: t('recordings.noMatch'), showAll: t('recordings.showAll') }}
        empty={
          <EmptyTable title={t('recordings.emptyTitle')}>
            {data?.has_model && t('recordings.empty')}
          </EmptyTable>
        }
      >
        {(shown) => (
          <DataTable
            {...shown}
            caption={t('recordings.caption')}
            columns={recordingColumns(() => results.current?.focus())}
            columnsFrom="xl"
            keyOf={({ article_id }) => article_id}
          />
        )}
      </TableView>
      {asksForOlder && <OlderRecordingsDialog onClose={() => setAsksForOlder(false)} />}
    </>
  )
}

/** That nothing is read aloud, and where that is set up. */
function NoSpeechModel({ className }: { className: string }) {
  return (
    <Notice title={t('recordings.noModelTitle')} className={className}>
      <p>{t('recordings.noModel')}</p>
      <ScreenLink
        to={MODEL_SETTINGS_PATH}
        className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
      >
        {t('ai.notice.settings')}
      </ScreenLink>
    </Notice>
  )
}
