import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { ScreenLink } from '#app/admin/kit/session/member.tsx'
import { DataTable } from '#app/admin/kit/table/data-table.tsx'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { ArticlesTabs } from '#app/admin/stories/articles/list-heading.tsx'
import { OlderRecordingsDialog } from '#app/admin/stories/recordings/older-recordings-dialog.tsx'
import { recordingColumns } from '#app/admin/stories/recordings/recording-columns.tsx'
import {
  RECORDINGS_KEY,
  RECORDINGS_TABLE,
  recordingOptions,
  recordingsQuery,
  STATE_NAMES,
} from '#app/admin/stories/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { dismissRecordings, retryRecordings } from '#core/data/recordings.ts'
import { RECORDING_STATES, type RecordingList } from '#core/domain/recording.ts'

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

/** A notice that no speech model is set up, with a link to its settings. */
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

interface ActOnAllProps extends Pick<RecordingList, 'counts' | 'older'> {
  /** The element that gets the focus, because the button is gone afterwards. */
  results: React.RefObject<HTMLElement | null>
}

/** Makes every recording again that was given up, and cancels the older ones that were asked for; nothing where there is none. */
function ActOnAll({ counts, older, results }: ActOnAllProps) {
  const invalidates = [RECORDINGS_KEY]
  const retry = useDeskMutation({
    run: (client) => retryRecordings(client, null),
    done: (count) => say(t('recordings.retryAll.done', { count })),
    invalidates,
  })
  const cancel = useDeskMutation({
    run: (client) => dismissRecordings(client, null),
    done: (count) => say(t('recordings.cancelOlder.done', { count })),
    invalidates,
  })
  const isBusy = retry.isPending || cancel.isPending

  function say(title: string) {
    results.current?.focus()
    return { title }
  }

  const button = { variant: 'secondary', size: 'sm', 'aria-disabled': isBusy } as const
  return (
    <>
      {Boolean(counts.failed) && (
        <Button {...button} onClick={() => isBusy || void retry.attempt()}>
          {t('recordings.retryAll')}
        </Button>
      )}
      {older > 0 && (
        <Button {...button} onClick={() => isBusy || void cancel.attempt()}>
          {t('recordings.cancelOlder', { count: older })}
        </Button>
      )}
    </>
  )
}
