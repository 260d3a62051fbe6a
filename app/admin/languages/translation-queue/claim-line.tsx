import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { formatShortTime, ShortTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import {
  CLAIM_KEY,
  claimQuery,
  TRANSLATION_QUEUE_KEY,
} from '#app/admin/languages/translation-queue/translation-queue-table.ts'
import { Button } from '#app/components/ui/button.tsx'
import { type ClaimedPlace, claimTranslation, giveBackTranslation } from '#core/data/translation-claims.ts'
import { isEditor } from '#core/domain/role.ts'
import type { ClaimAnswer, QueuedTranslation } from '#core/domain/translation-claim.ts'

const CHANGED = [TRANSLATION_QUEUE_KEY, CLAIM_KEY]

type Claimable = Pick<
  QueuedTranslation,
  'original_id' | 'title' | 'claimed_by' | 'claimed_name' | 'claimed_at'
> & { language: string }

/** Says who has a translation and since when, with what can be done about it. */
export function ClaimLine({ waiting }: { waiting: Claimable }) {
  const member = useMember()
  const claim = useClaim()
  const { original_id, language, claimed_by, claimed_name, claimed_at } = waiting
  const place = { originalId: original_id, language }
  const named = { title: nameOf(waiting), language: languageName(language) }
  const isMine = claimed_by === member.user_id
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {claimed_by && claimed_at && (
        <span className="min-w-0 wrap-anywhere">
          <FilledMessage
            text={t(isMine ? 'translationQueue.claim.mine' : 'translationQueue.claim.somebody')}
            values={{ name: <bdi>{claimed_name}</bdi>, when: <ShortTime iso={claimed_at} /> }}
          />
        </span>
      )}
      {!claimed_by && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('translationQueue.action.take.label', named)}
          aria-disabled={claim.isPending}
          onClick={() => void claim.take(place)}
        >
          {t('translationQueue.action.take')}
        </Button>
      )}
      {claimed_by && !isMine && isEditor(member) && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('translationQueue.action.takeOver.label', named)}
          aria-disabled={claim.isPending}
          onClick={() => void claim.take(place, { takesOver: true })}
        >
          {t('translationQueue.action.takeOver')}
        </Button>
      )}
      {isMine && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('translationQueue.action.giveBack.label', named)}
          aria-disabled={claim.isPending}
          onClick={() => void claim.giveBack(place)}
        >
          {t('translationQueue.action.giveBack')}
        </Button>
      )}
    </div>
  )
}

/** Takes translations and gives them back, and says what became of it. */
function useClaim() {
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

/** On the page of a translation: who has it, and for whom the reports of readers are. Nothing while there are no colleagues. */
export function ReviewClaim({ place }: { place: ClaimedPlace }) {
  const hasColleagues = useHasColleagues()
  const { data: found } = useQuery({ ...claimQuery(place), enabled: hasColleagues })
  if (!hasColleagues || !found) return null
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-soft">
      <ClaimLine waiting={{ ...found, original_id: place.originalId, language: place.language }} />
      <AssignedTo {...found} />
    </div>
  )
}

/** Says for whom it is what readers have reported, or what was corrected; nothing where it is for any editor. */
export function AssignedTo({
  assigned_to,
  assigned_name,
}: {
  assigned_to: string | null
  assigned_name: string | null
}) {
  const { user_id } = useMember()
  if (!assigned_to) return null
  if (assigned_to === user_id) return <span>{t('translationQueue.for.me')}</span>
  return (
    <span className="min-w-0 wrap-anywhere">
      <FilledMessage text={t('translationQueue.for')} values={{ name: <bdi>{assigned_name}</bdi> }} />
    </span>
  )
}
