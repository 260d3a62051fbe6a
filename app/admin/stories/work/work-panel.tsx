import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import { ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import { useShortcuts } from '#app/admin/kit/ui/use-shortcuts.ts'
import { RailSection } from '#app/admin/stories/article-form/rail.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { HandOverForm } from '#app/admin/stories/work/hand-over-form.tsx'
import {
  type ArticleWork,
  describeDue,
  STATE_NAMES,
  useArticleWork,
  useNameOfColleague,
  useToday,
  WORK_KEY,
} from '#app/admin/stories/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { CONTROL_STYLES } from '#app/components/ui/field.tsx'
import { addPerson, changeOwner, markWorkSeen, removePerson, setDue } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { MAX_PEOPLE } from '#core/domain/article-workflow.ts'
import { canHaveArticle, leadsWork, offeredStates } from '#core/domain/handover.ts'
import { hasRight, isEditor } from '#core/domain/role.ts'

interface WorkPanelProps {
  article: Article
  unsaved: UnsavedForm
}

/** Shows who works on an article, and the form to hand it over; nothing where nobody else is at the desk. */
export function WorkPanel({ article, unsaved }: WorkPanelProps) {
  const work = useArticleWork(article.id)
  if (!work || article.original_article_id !== null) return null
  return <ShownWork key={article.id} article={article} work={work} unsaved={unsaved} />
}

function ShownWork({ article, work, unsaved }: WorkPanelProps & { work: ArticleWork }) {
  const member = useMember()
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const states = offeredStates(work, member)
  const canHandOver = !article.published && states.length > 0
  // An author hands in with the button below the text.
  const offersButton = !hasRight(member, 'own_drafts') || states.length > 1
  useSeen(article.id, work.workflow?.updated_at)
  useShortcuts([{ key: 'h', alt: true, run: () => canHandOver && setIsOpen(true) }])

  function close() {
    setIsOpen(false)
    title.current?.focus()
  }

  return (
    <RailSection id="work" title={t('work.title')} titleRef={title}>
      <WorkFacts article={article} work={work} />
      {isOpen && canHandOver ? (
        <div className="mt-5 border-line border-t pt-5">
          <HandOverForm
            articleId={article.id}
            work={work}
            saveFirst={async () => !unsaved.isDirty() || unsaved.save()}
            onDone={close}
            onCancel={close}
          />
        </div>
      ) : (
        canHandOver &&
        offersButton && (
          <Button variant="secondary" size="sm" className="mt-4" onClick={() => setIsOpen(true)}>
            {t('work.handOver.open')}
          </Button>
        )
      )}
    </RailSection>
  )
}

/** Marks what is open on the screen as seen: it is mailed to nobody who looks at it. */
function useSeen(articleId: string, version: string | undefined) {
  const { mutate } = useDeskMutation({ run: (client, id: string) => markWorkSeen(client, id) })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version may be another hand-over
  useEffect(() => mutate(articleId), [articleId, version])
}

/** Handing a draft in: `handIn` saves it, and `dialog` then asks what the editors should know of it. */
export function useHandIn({ articleId, save }: { articleId: string; save: () => Promise<boolean> }) {
  const [isOpen, setIsOpen] = useState(false)

  async function handIn() {
    if (await save()) setIsOpen(true)
  }

  const dialog = isOpen && <HandInDialog articleId={articleId} onClose={() => setIsOpen(false)} />
  return { handIn, dialog }
}

/** Asks an author what the editors should know of a draft that was just saved. */
function HandInDialog({ articleId, onClose }: { articleId: string; onClose: () => void }) {
  const work = useArticleWork(articleId)
  return (
    <ModalDialog title={t('work.handIn.title')} onClose={onClose}>
      <p className="mb-5 text-sm text-soft">{t('work.handIn.text')}</p>
      {work?.workflow && (
        <HandOverForm
          articleId={articleId}
          work={work}
          saveFirst={async () => true}
          onDone={onClose}
          onCancel={onClose}
          inDialog
        />
      )}
    </ModalDialog>
  )
}

const COMPACT = `${CONTROL_STYLES} min-h-9 py-1 text-sm`

/** State, owner, day and people; what a member may change, where it stands. Who has it stands above the article. */
function WorkFacts({ article, work }: { article: Article; work: ArticleWork }) {
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

interface WorkPeopleProps {
  articleId: string
  people: readonly string[]
  mayChange: boolean
}

/** The people who were added to an article. Everybody can leave. */
function WorkPeople({ articleId, people, mayChange }: WorkPeopleProps) {
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
