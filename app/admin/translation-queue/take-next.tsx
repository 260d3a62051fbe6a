import { useNavigate } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { languageOf, TRANSLATION_QUEUE_KEY } from '#app/admin/translation-queue/translation-queue-table.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { useShortcuts } from '#app/admin/ui/use-shortcuts.ts'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { takeNextTranslation } from '#core/data/translation-claims.ts'

const SHORTCUT = 'Mod-Alt-n'

/** Takes what is next, in one language or in all of the translator's, and opens it. Also by a key. */
export function TakeNext({ language }: { language: string | null }) {
  const navigate = useNavigate()
  const { toast } = useToast()
  const taking = useDeskMutation({
    run: (client, asked: string | null) => takeNextTranslation(client, asked),
    invalidates: [TRANSLATION_QUEUE_KEY],
  })

  async function take() {
    if (taking.isPending) return
    try {
      const taken = await taking.mutateAsync(language)
      if (taken.status === 'nothing') toast({ title: t('translationQueue.nothing') })
      else if (taken.status === 'enough')
        toast({ title: t('translationQueue.enough', { most: taken.most }), variant: 'destructive' })
      else await navigate(reviewPath({ originalId: taken.original_id, language: languageOf(taken) }))
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }

  useShortcuts([{ key: 'n', alt: true, run: () => void take() }])
  const { shown, aria } = describeShortcut(SHORTCUT)
  const label = language
    ? t('translationQueue.takeNext.in', { language: languageName(language) })
    : t('translationQueue.takeNext')
  return (
    <Button
      size="sm"
      title={`${label} (${shown})`}
      aria-keyshortcuts={aria}
      aria-disabled={taking.isPending}
      onClick={() => void take()}
    >
      {taking.isPending ? t('translationQueue.takeNext.busy') : label}
    </Button>
  )
}
