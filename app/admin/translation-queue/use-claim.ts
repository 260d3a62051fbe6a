import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { CLAIM_KEY, TRANSLATION_QUEUE_KEY } from '#app/admin/translation-queue/translation-queue-table.ts'
import { formatShortTime } from '#app/admin/ui/short-time.tsx'
import { type ClaimedPlace, claimTranslation, giveBackTranslation } from '#core/data/translation-claims.ts'
import type { ClaimAnswer } from '#core/domain/translation-claim.ts'

const CHANGED = [TRANSLATION_QUEUE_KEY, CLAIM_KEY]

/** Takes translations and gives them back, and says what became of it. */
export function useClaim() {
  const taking = useDeskMutation({
    run: (client, { place, takesOver }: { place: ClaimedPlace; takesOver: boolean }) =>
      claimTranslation(client, place, { takesOver }),
    done: (answer) => ({ title: describeClaim(answer) }),
    invalidates: CHANGED,
  })
  const giving = useDeskMutation({
    run: (client, place: ClaimedPlace) => giveBackTranslation(client, place),
    done: (isBack) => ({
      title: t(isBack ? 'translationQueue.claim.givenBack' : 'translationQueue.claim.gone'),
    }),
    invalidates: CHANGED,
  })
  const isPending = taking.isPending || giving.isPending
  return {
    isPending,
    take: async (place: ClaimedPlace, { takesOver = false } = {}) =>
      isPending || taking.attempt({ place, takesOver }),
    giveBack: async (place: ClaimedPlace) => isPending || giving.attempt(place),
  }
}

function describeClaim(answer: ClaimAnswer): string {
  switch (answer.status) {
    case 'taken':
    case 'yours':
      return t('translationQueue.claim.taken')
    case 'somebody':
      return t('translationQueue.claim.somebody', {
        name: answer.name,
        when: formatShortTime(answer.claimed_at),
      })
    case 'enough':
      return t('translationQueue.enough', { most: answer.most })
    case 'gone':
      return t('translationQueue.claim.gone')
  }
}
