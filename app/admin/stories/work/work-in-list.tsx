import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import {
  describeDue,
  STATE_NAMES,
  useNameOfColleague,
  useToday,
} from '#app/admin/stories/work/work-queries.ts'
import { type ArticleWorkflow, WORKFLOW_STATES } from '#core/domain/article-workflow.ts'
import { isEditor } from '#core/domain/role.ts'

/** The filters of a list by who has an article; none where nobody else is at the desk. */
export function useWorkFilters() {
  const people = useColleagues().map(({ user_id, name }) => [user_id, name] as const)
  if (people.length < 2) return []
  const states = WORKFLOW_STATES.map((state) => [state, STATE_NAMES[state]] as const)
  return [
    { name: 'state' as const, label: t('work.field.state'), options: states },
    { name: 'owner' as const, label: t('work.field.owner'), options: people },
    { name: 'with' as const, label: t('work.field.next'), options: people },
  ]
}

/** The filter of published articles by owner. Who is no editor reads only of their own whose they are; none where nobody else is at the desk. */
export function useOwnerFilter() {
  const member = useMember()
  const people = useColleagues()
  if (people.length < 2) return []
  const owners = people.filter(({ user_id }) => isEditor(member) || user_id === member.user_id)
  return [
    {
      name: 'owner' as const,
      label: t('work.field.owner'),
      options: owners.map(({ user_id, name }) => [user_id, name] as const),
    },
  ]
}

/** Shows where an article is, who owns and who has it, and until when it is due. A translation has none of it. */
export function WorkCell({ work }: { work: ArticleWorkflow | null }) {
  const nameOf = useNameOfColleague()
  const today = useToday()
  if (!work) return <span className="text-faint">–</span>
  const { state, next_person, owner, due_on } = work
  const holder =
    next_person === null ? (state === 'handed_in' ? t('work.theEditors') : null) : nameOf(next_person)
  const ownerName = owner === null ? undefined : nameOf(owner)
  const due = due_on === null ? null : describeDue(due_on, today)
  return (
    <span className="block text-sm">
      {STATE_NAMES[state]}
      {holder && (
        <span className="block text-faint text-xs wrap-anywhere">{t('myDesk.with', { name: holder })}</span>
      )}
      {ownerName && ownerName !== holder && (
        <span className="block text-faint text-xs wrap-anywhere">
          {t('work.ownedBy', { name: ownerName })}
        </span>
      )}
      {due && <span className={`block text-xs ${due.isLate ? 'text-red' : 'text-faint'}`}>{due.text}</span>}
    </span>
  )
}
