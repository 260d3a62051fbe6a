import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { useColleagues } from '#app/admin/people/names-of-people.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { describeDue, STATE_NAMES } from '#app/admin/work/describe-work.ts'
import { useToday } from '#app/admin/work/use-today.ts'
import { WorkPeople } from '#app/admin/work/work-people.tsx'
import { type ArticleWork, useNameOfColleague, WORK_KEY } from '#app/admin/work/work-queries.ts'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { changeOwner, setDue } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { canHaveArticle, leadsWork } from '#core/domain/handover.ts'
import { isEditor } from '#core/domain/role.ts'

const COMPACT = `${CONTROL_STYLES} min-h-9 py-1 text-sm`

/** State, owner, day and people; what a member may change, where it stands. Who has it stands above the article. */
export function WorkFacts({ article, work }: { article: Article; work: ArticleWork }) {
  const member = useMember()
  const { workflow, people } = work
  const state = workflow?.state ?? 'draft'
  const mayChange = leadsWork(work, member)
  return (
    <>
      <dl className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2 text-sm [&_dt]:text-faint">
        <dt>{t('work.field.state')}</dt>
        <dd className="font-medium">{article.published ? t('work.state.published') : STATE_NAMES[state]}</dd>
        <dt>
          <label htmlFor="work-owner">{t('work.field.owner')}</label>
        </dt>
        <dd>
          <Owner articleId={article.id} owner={workflow?.owner ?? null} mayChange={isEditor(member)} />
        </dd>
        <dt>
          <label htmlFor="work-due">{t('work.field.due')}</label>
        </dt>
        <dd>
          <Due
            articleId={article.id}
            dueOn={workflow?.due_on ?? null}
            mayChange={mayChange && !article.published}
          />
        </dd>
      </dl>
      <WorkPeople articleId={article.id} people={people} mayChange={mayChange && !article.published} />
    </>
  )
}

interface OwnerProps {
  articleId: string
  owner: string | null
  mayChange: boolean
}

function Owner({ articleId, owner, mayChange }: OwnerProps) {
  const nameOf = useNameOfColleague()
  const colleagues = useColleagues()
  const change = useDeskMutation({ run: changeOwner, invalidates: [WORK_KEY] })
  const left = owner !== null && !colleagues.some(({ user_id }) => user_id === owner)
  if (!mayChange)
    return (
      <span className="wrap-anywhere">
        {owner === null ? t('work.owner.nobody') : (nameOf(owner) ?? t('work.somebody'))}
      </span>
    )
  return (
    <SelectControl
      id="work-owner"
      className={COMPACT}
      value={owner ?? ''}
      onChange={({ target }) => change.mutate({ articleId, owner: target.value || null })}
    >
      <option value="">{t('work.owner.nobody')}</option>
      {left && <option value={owner}>{t('work.somebody')}</option>}
      {colleagues
        .filter(({ role }) => canHaveArticle(role, 'draft'))
        .map(({ user_id, name }) => (
          <option key={user_id} value={user_id}>
            {name}
          </option>
        ))}
    </SelectControl>
  )
}

interface DueProps {
  articleId: string
  dueOn: string | null
  mayChange: boolean
}

/** A day is stored when it is complete; an emptied field stores none. */
function Due({ articleId, dueOn, mayChange }: DueProps) {
  const today = useToday()
  const change = useDeskMutation({ run: setDue, invalidates: [WORK_KEY] })
  const due = dueOn === null ? null : describeDue(dueOn, today)
  const look = due?.isLate ? 'text-red' : 'text-faint'
  if (!mayChange) return due ? <span className={look}>{due.text}</span> : <span>{t('work.due.none')}</span>
  return (
    <>
      <input
        id="work-due"
        type="date"
        // The stored day, also when somebody else has changed it.
        key={dueOn}
        defaultValue={dueOn ?? ''}
        min="2000-01-01"
        max="2199-12-31"
        className={`${COMPACT} max-w-40`}
        onBlur={({ target }) => {
          const day = target.value || null
          if (day !== dueOn && target.validity.valid) change.mutate({ articleId, dueOn: day })
        }}
      />
      {due && dueOn !== null && dueOn <= today && <span className={`mt-1 block ${look}`}>{due.text}</span>}
    </>
  )
}
