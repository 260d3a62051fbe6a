import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RECORDINGS_KEY } from '#app/admin/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { dismissRecordings, retryRecordings } from '#core/data/recordings.ts'
import type { RecordingList } from '#core/domain/recording.ts'

interface ActOnAllProps extends Pick<RecordingList, 'counts' | 'older'> {
  /** What gets the focus, because the button is gone afterwards. */
  results: React.RefObject<HTMLElement | null>
}

/** Makes every recording again that was given up, and cancels the older ones that were asked for; nothing where there is none. */
export function ActOnAll({ counts, older, results }: ActOnAllProps) {
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
