import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { updateTranslations } from '#core/data/glossary-terms.ts'
import type { AffectedTranslation } from '#core/domain/glossary-term.ts'

const REFUSALS = { no_model: t('glossary.update.noModel'), full: t('glossary.update.full') }

/** Has translations brought up to date: a model is asked again for the segments that break the glossary. */
export function UpdateButton({ translations }: { translations: readonly AffectedTranslation[] }) {
  const { toast } = useToast()
  const update = useDeskMutation({ run: updateTranslations })
  const busy = update.isPending || update.isSuccess

  async function send() {
    try {
      const outcome = await update.mutateAsync(translations)
      if ('queued' in outcome)
        return toast({
          title: t('ui.success'),
          description: t('glossary.update.done', { count: outcome.queued }),
        })
      update.reset()
      toast({ title: t('ui.error'), description: REFUSALS[outcome.refused], variant: 'destructive' })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  return (
    <Button size="sm" aria-disabled={busy} onClick={() => busy || void send()}>
      {update.isSuccess
        ? t('glossary.update.underWay')
        : update.isPending
          ? t('ui.oneMoment')
          : t('glossary.update.action', { count: translations.length })}
    </Button>
  )
}
