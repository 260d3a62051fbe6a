import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { RECORDINGS_KEY } from '#app/admin/recordings/recordings-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { retryRecordings } from '#core/data/recordings.ts'

interface RetryAllProps {
  failed: number
  /** What gets the focus, because the button is gone afterwards. */
  results: React.RefObject<HTMLElement | null>
}

/** Has every recording made again that was given up; nothing where there is none. */
export function RetryAll({ failed, results }: RetryAllProps) {
  const { toast } = useToast()
  const retry = useDeskMutation({
    run: (client) => retryRecordings(client, null),
    invalidates: [RECORDINGS_KEY],
  })
  if (failed === 0) return null

  async function act() {
    if (retry.isPending) return
    try {
      toast({ title: t('recordings.retryAll.done', { count: await retry.mutateAsync() }) })
      results.current?.focus()
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  return (
    <Button variant="secondary" size="sm" aria-disabled={retry.isPending} onClick={() => void act()}>
      {t('recordings.retryAll')}
    </Button>
  )
}
