import { useNavigate } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { describeShortcut } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { languageOf, TRANSLATION_QUEUE_KEY } from '#app/admin/translation-queue/translation-queue-table.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { useShortcuts } from '#app/admin/ui/use-shortcuts.ts'
import { Button } from '#app/components/ui/button.tsx'
import { takeNextTranslation } from '#core/data/translation-claims.ts'

const SHORTCUT = 'Mod-Alt-n'

/** Takes what is next, in one language or in all of the translator's, and opens it. Also by a key. */
export function TakeNext({ language }: { language: string | null }) {
  const navigate = useNavigate()
  const taking = useDeskMutation({
    run: (client, asked: string | null) => takeNextTranslation(client, asked),
    done(taken) {
      if (taken.status === 'nothing') return { title: t('translationQueue.nothing') }
      if (taken.status === 'enough')
        return { title: t('translationQueue.enough', { most: taken.most }), variant: 'destructive' }
      return navigate(reviewPath({ originalId: taken.original_id, language: languageOf(taken) }))
    },
    invalidates: [TRANSLATION_QUEUE_KEY],
  })
  const take = () => taking.isPending || void taking.attempt(language)

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
      onClick={take}
    >
      {taking.isPending ? t('translationQueue.takeNext.busy') : label}
    </Button>
  )
}
