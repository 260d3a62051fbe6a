import { useState } from 'react'
import { answerOf } from '#app/admin/errors/answer-refusal.ts'
import { BrowseButton } from '#app/admin/media/file-input.tsx'
import { t } from '#app/admin/messages.ts'
import { NEWSROOM_KEY } from '#app/admin/newsroom/newsroom-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { useDownload } from '#app/admin/ui/use-download.ts'
import { Button } from '#app/components/ui/button.tsx'
import { exportNewsFeeds, type FeedImport, importNewsFeeds } from '#core/data/news-feeds.ts'

const MAX_BYTES = 1024 * 1024
/** The maximum number of refused feeds that are named. */
const MAX_SHOWN = 50

/** Takes in a list of feeds from another reader (OPML), and gives one out. */
export function FeedLists({ hasFeeds }: { hasFeeds: boolean }) {
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
