import { nameOf } from '#app/admin/articles/article-title.tsx'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RECORDINGS_KEY } from '#app/admin/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
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
  const { toast } = useToast()
  const invalidates = [RECORDINGS_KEY]
  const retry = useDeskMutation({ run: (client) => retryRecordings(client, id), invalidates })
  const dismiss = useDeskMutation({ run: (client) => dismissRecordings(client, id), invalidates })
  const isBusy = retry.isPending || dismiss.isPending
  const title = nameOf(recording)

  async function act({ mutateAsync }: { mutateAsync: () => Promise<unknown> }, done: string) {
    if (isBusy) return
    try {
      const wasThere = await mutateAsync()
      toast({ title: wasThere ? done : t('recordings.gone') })
      onDone()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
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
          onClick={() => void act(retry, t('recordings.retry.done'))}
        >
          {t('recordings.retry')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-disabled={isBusy}
        aria-label={t('recordings.dismiss.label', { title })}
        onClick={() => void act(dismiss, t('recordings.dismiss.done'))}
      >
        {t('recordings.dismiss')}
      </Button>
    </div>
  )
}
