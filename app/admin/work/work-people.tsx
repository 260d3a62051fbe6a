import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useColleagues } from '#app/admin/people/names-of-people.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { useNameOfColleague, WORK_KEY } from '#app/admin/work/work-queries.ts'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { addPerson, removePerson } from '#core/data/article-workflow.ts'
import { MAX_PEOPLE } from '#core/domain/article-workflow.ts'
import { canHaveArticle } from '#core/domain/handover.ts'

interface WorkPeopleProps {
  articleId: string
  people: readonly string[]
  mayChange: boolean
}

/** The people who were added to an article. Everybody can leave. */
export function WorkPeople({ articleId, people, mayChange }: WorkPeopleProps) {
  const member = useMember()
  const nameOf = useNameOfColleague()
  const list = useRef<HTMLUListElement>(null)
  const add = useDeskMutation({ run: addPerson, invalidates: [WORK_KEY] })
  const remove = useDeskMutation({ run: removePerson, invalidates: [WORK_KEY] })
  const addable = useColleagues().filter(
    ({ user_id, role }) =>
      canHaveArticle(role, 'ready') && user_id !== member.user_id && !people.includes(user_id),
  )
  if (people.length === 0 && !mayChange) return null
  return (
    <div className="mt-4 text-sm">
      <h3 id="work-people" className="text-faint">
        {t('work.people')}
      </h3>
      <ul ref={list} tabIndex={-1} aria-labelledby="work-people" className="mt-1 flex flex-wrap gap-1.5">
        {people.map((userId) => {
          const name = nameOf(userId) ?? t('work.somebody')
          const canRemove = mayChange || userId === member.user_id
          return (
            <li
              key={userId}
              className="inline-flex min-h-8 max-w-full items-center gap-1 rounded-sm border border-line pl-2"
            >
              <span className={`min-w-0 truncate ${canRemove ? '' : 'pr-2'}`}>{name}</span>
              {canRemove && (
                <button
                  type="button"
                  aria-label={t('work.people.remove', { name })}
                  className="inline-grid size-8 place-items-center text-faint hover:text-ink"
                  onClick={() => {
                    list.current?.focus()
                    remove.mutate({ articleId, userId })
                  }}
                >
                  <X aria-hidden size={14} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {mayChange && addable.length > 0 && people.length < MAX_PEOPLE && (
        <div className="mt-2">
          <label htmlFor="work-add" className="sr-only">
            {t('work.people.add')}
          </label>
          <SelectControl
            id="work-add"
            className={`${CONTROL_STYLES} min-h-9 py-1 text-sm`}
            value=""
            onChange={({ target }) => target.value && add.mutate({ articleId, userId: target.value })}
          >
            <option value="">{t('work.people.add')}</option>
            {addable.map(({ user_id, name }) => (
              <option key={user_id} value={user_id}>
                {name}
              </option>
            ))}
          </SelectControl>
        </div>
      )}
    </div>
  )
}
