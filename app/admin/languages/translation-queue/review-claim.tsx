import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { ClaimLine } from '#app/admin/languages/translation-queue/claim-line.tsx'
import { claimQuery } from '#app/admin/languages/translation-queue/translation-queue-table.ts'
import type { ClaimedPlace } from '#core/data/translation-claims.ts'

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
