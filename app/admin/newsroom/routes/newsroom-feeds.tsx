import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { BrowseButton } from '#app/admin/kit/form/file-input.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useDownload } from '#app/admin/kit/query/use-download.ts'
import { useTableAddress } from '#app/admin/kit/table/table-address.ts'
import { TableControls } from '#app/admin/kit/table/table-controls.tsx'
import { EmptyTable, TableView } from '#app/admin/kit/table/table-view.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { chooseFeeds, FEEDS_TABLE, FeedList } from '#app/admin/newsroom/feeds/feed-list.tsx'
import { NewsroomHeading } from '#app/admin/newsroom/newsroom-heading.tsx'
import { feedsQuery, NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { exportNewsFeeds, type FeedImport, importNewsFeeds } from '#core/data/news-feeds.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'

/** The feeds from which the newsroom has its news. */
export default function NewsroomFeeds() {
  const table = useTableAddress(FEEDS_TABLE, { keepsOthers: true })
  const results = useRef<HTMLElement>(null)
  const { address } = table
  const feeds = useQuery({
    ...feedsQuery,
    select: useCallback((all: NewsFeed[]) => chooseFeeds(all, address), [address]),
  })
  const { data: all = [] } = useQuery(feedsQuery)
  return (
    <>
      <NewsroomHeading />
      <TableView
        table={table}
        query={feeds}
        label={t('newsroom.feeds')}
        what={t('newsroom.feeds.what')}
        pages={t('newsroom.feeds.pages')}
        results={results}
        controls={
          <TableControls
            table={table}
            search={t('newsroom.feeds.search')}
            filters={[
              {
                name: 'state',
                label: t('newsroom.feeds.state'),
                options: [
                  ['failing', t('newsroom.feed.failing')],
                  ['paused', t('newsroom.feed.paused')],
                  ['reserved', t('newsroom.feeds.state.reserved')],
                ],
              },
            ]}
          />
        }
        noMatch={{ text: t('newsroom.feeds.noMatch'), showAll: t('newsroom.feeds.showAll') }}
        empty={<EmptyTable title={t('newsroom.feeds.empty')}>{t('newsroom.feeds.empty.text')}</EmptyTable>}
      >
        {({ rows }) => <FeedList feeds={rows} focusAfter={results} />}
      </TableView>
      <FeedLists hasFeeds={all.length > 0} />
    </>
  )
}

const MAX_BYTES = 1024 * 1024
/** The maximum number of refused feeds that are named. */
const MAX_SHOWN = 50

/** Takes in a list of feeds from another reader (OPML), and gives one out. */
function FeedLists({ hasFeeds }: { hasFeeds: boolean }) {
  const [report, setReport] = useState<FeedImport | null>(null)
  const [problem, setProblem] = useState('')
  const take = useDeskMutation({
    run: importNewsFeeds,
    done: (answer) => setReport(answerOf(answer)),
    failed: setProblem,
    invalidates: [NEWSROOM_KEY],
  })
  const download = useDownload(exportNewsFeeds, { name: 'feeds.opml', type: 'text/x-opml' })

  function takeFile(file: File) {
    setReport(null)
    setProblem('')
    if (file.size > MAX_BYTES) return setProblem(t('newsroom.opml.tooLarge'))
    void take.attempt(file)
  }

  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <BrowseButton
          label={take.isPending ? t('ui.oneMoment') : t('newsroom.opml.import')}
          inputLabel={t('newsroom.opml.import')}
          accept=".opml,.xml,text/xml,application/xml,text/x-opml"
          disabled={take.isPending}
          onFiles={([file]) => file && takeFile(file)}
        />
        {hasFeeds && (
          <Button size="sm" variant="secondary" aria-disabled={download.busy} onClick={download.run}>
            {t('newsroom.opml.export')}
          </Button>
        )}
        <p className="text-faint text-sm">{t('newsroom.opml.hint')}</p>
      </div>
      {problem && <Notice tone="problem" role="alert" title={problem} className="mt-5" />}
      {report && (
        <Notice role="status" title={describe(report)} className="mt-5">
          {report.refused.length > 0 && (
            <ul className="space-y-1">
              {report.refused.slice(0, MAX_SHOWN).map(({ url, reason }) => (
                <li key={url} className="wrap-anywhere">
                  <span className="text-ink">{url}</span> {reason}
                </li>
              ))}
              {report.refused.length > MAX_SHOWN && (
                <li>{t('newsroom.opml.more', { count: report.refused.length - MAX_SHOWN })}</li>
              )}
            </ul>
          )}
        </Notice>
      )}
    </div>
  )
}

function describe({ added, known, refused }: FeedImport): string {
  return [
    t('newsroom.opml.added', { count: added }),
    known > 0 && t('newsroom.opml.known', { count: known }),
    refused.length > 0 && t('newsroom.opml.refused', { count: refused.length }),
  ]
    .filter(Boolean)
    .join(' ')
}
