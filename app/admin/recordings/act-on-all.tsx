import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RECORDINGS_KEY } from '#app/admin/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { dismissRecordings, retryRecordings } from '#core/data/recordings.ts'
import type { RecordingList } from '#core/domain/recording.ts'

interface ActOnAllProps extends Pick<RecordingList, 'counts' | 'older'> {
  /** What gets the focus, because the button is gone afterwards. */
  results: React.RefObject<HTMLElement | null>
}

/** Makes every recording again that was given up, and cancels the older ones that were asked for; nothing where there is none. */
export function ActOnAll({ counts, older, results }: ActOnAllProps) {
  const { toast } = useToast()
  const invalidates = [RECORDINGS_KEY]
  const retry = useDeskMutation({ run: (client) => retryRecordings(client, null), invalidates })
  const cancel = useDeskMutation({ run: (client) => dismissRecordings(client, null), invalidates })
  const isBusy = retry.isPending || cancel.isPending

  async function act(
    { mutateAsync }: Pick<typeof retry, 'mutateAsync'>,
    describe: (count: number) => string,
  ) {
    if (isBusy) return
    try {
      toast({ title: describe(await mutateAsync()) })
      results.current?.focus()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  const button = { variant: 'secondary', size: 'sm', 'aria-disabled': isBusy } as const
  return (
    <>
      {Boolean(counts.failed) && (
        <Button
          {...button}
          onClick={() => void act(retry, (count) => t('recordings.retryAll.done', { count }))}
        >
          {t('recordings.retryAll')}
        </Button>
      )}
      {older > 0 && (
        <Button
          {...button}
          onClick={() => void act(cancel, (count) => t('recordings.cancelOlder.done', { count }))}
        >
          {t('recordings.cancelOlder', { count: older })}
        </Button>
      )}
    </>
  )
}
