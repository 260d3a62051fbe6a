import { languageName } from '#app/admin/article/language-name.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { useClaim } from '#app/admin/translation-queue/use-claim.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ShortTime } from '#app/admin/ui/short-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { isEditor } from '#core/domain/role.ts'
import type { QueuedTranslation } from '#core/domain/translation-claim.ts'

type Claimable = Pick<
  QueuedTranslation,
  'original_id' | 'language' | 'title' | 'claimed_by' | 'claimed_name' | 'claimed_at'
>

/** Who has a translation and since when, with what can be done about it. */
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
