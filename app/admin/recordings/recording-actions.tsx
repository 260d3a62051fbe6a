import { nameOf } from '#app/admin/articles/article-title.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RECORDINGS_KEY } from '#app/admin/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { dismissRecordings, retryRecordings } from '#core/data/recordings.ts'
import type { AwaitedRecording } from '#core/domain/recording.ts'

interface RecordingActionsProps {
  recording: AwaitedRecording
  /** Called when the row is about to change or leave, with its buttons. */
  onDone: () => void
}

/** What an editor does about a recording that waits: have it made again, or leave the article silent. */
export function RecordingActions({ recording, onDone }: RecordingActionsProps) {
  const { article_id: id, state } = recording
  const invalidates = [RECORDINGS_KEY]
  const retry = useDeskMutation({
    run: (client) => retryRecordings(client, id),
    done: (count) => say(count, t('recordings.retry.done')),
    invalidates,
  })
  const dismiss = useDeskMutation({
    run: (client) => dismissRecordings(client, id),
    done: (count) => say(count, t('recordings.dismiss.done')),
    invalidates,
  })
  const isBusy = retry.isPending || dismiss.isPending
  const title = nameOf(recording)

  function say(count: number, done: string) {
    onDone()
    return { title: count > 0 ? done : t('recordings.gone') }
  }

  if (state === 'making') return null
  return (
    <div className="flex flex-wrap gap-2 xl:justify-end">
      {state !== 'waiting' && (
        <Button
          variant="secondary"
          size="sm"
          aria-disabled={isBusy}
          aria-label={t('recordings.retry.label', { title })}
          onClick={() => isBusy || void retry.attempt()}
        >
          {t('recordings.retry')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-disabled={isBusy}
        aria-label={t('recordings.dismiss.label', { title })}
        onClick={() => isBusy || void dismiss.attempt()}
      >
        {t('recordings.dismiss')}
      </Button>
    </div>
  )
}
