import { useNavigate } from 'react-router'
import { languageName } from '#app/admin/article/language-name.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { findNextToReview } from '#core/data/translation-review.ts'
import type { TranslationReview } from '#core/domain/translation-review.ts'

/** Returns a function that opens the next article that waits for a review in this language. */
export function useNextArticle({ original, language }: TranslationReview): () => Promise<void> {
  const navigate = useNavigate()
  const { toast } = useToast()
  return async () => {
    try {
      const next = await signedIn((client) =>
        findNextToReview(client, { language, exceptOriginalId: original.id }),
      )
      if (next) await navigate(reviewPath({ originalId: next.original_id, language: next.language }))
      else toast({ title: t('review.next.none', { language: languageName(language) }) })
    } catch (error) {
      toast({ title: t('ui.error'), description: describeError(error), variant: 'destructive' })
    }
  }
}
