import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { DeskForm, FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/kit/session/member.tsx'
import {
  describeOvertaking,
  describeRefusal,
  NOBODY,
  STATE_NAMES,
  WORK_KEY,
} from '#app/admin/stories/work/work-queries.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { handOver } from '#core/data/article-workflow.ts'
import type { WorkflowState } from '#core/domain/article-workflow.ts'
import {
  canHaveArticle,
  handoverInput,
  leadsWork,
  MAX_SENTENCE_LENGTH,
  offeredStates,
  type Work,
} from '#core/domain/handover.ts'
import type { Colleague } from '#core/domain/profile.ts'
import { hasRight, isEditor, type MyMembership } from '#core/domain/role.ts'

interface HandOverFormProps {
  articleId: string
  work: Work
  /** Saves what is typed. Resolves to false if that failed. */
  saveFirst: () => Promise<boolean>
  onDone: () => void
  onCancel: () => void
  inDialog?: boolean
  /** The person who gets it back, with which state; without it both are chosen. */
  backTo?: { user_id: string; state: WorkflowState }
}

/** The choice who gets an article, with which state, what for, and until when. */
export function HandOverForm({
  articleId,
  work,
  saveFirst,
  onDone,
  onCancel,
  inDialog = false,
  backTo,
}: HandOverFormProps) {
  const member = useMember()
  const colleagues = useColleagues()
  const { toast } = useToast()
  const { mutateAsync } = useDeskMutation({ run: handOver, invalidates: [WORK_KEY] })
  const states = offeredStates(work, member)
  const state = useDeskForm({
    schema: handoverInput,
    initial: {
      ...suggest(work, member, states),
      ...(backTo && { state: backTo.state, to: backTo.user_id }),
    },
    async submit({ to, sentence, dueOn, ...asked }): Promise<void> {
      const fail = (message: string): void => state.form.setError('root', { message })
      if (!(await saveFirst())) return fail(t('work.notSaved'))
      const answer = await mutateAsync({
        articleId,
        to: to || null,
        state: asked.state,
        sentence,
        dueOn: dueOn || null,
        version: work.workflow?.updated_at ?? null,
      })
      if (answer.status === 'changed') return fail(describeOvertaking(answer))
      if (answer.status !== 'handed_over') return fail(describeRefusal(answer.status))
      const name = colleagues.find(({ user_id }) => user_id === to)?.name ?? NOBODY[asked.state]
      toast({ title: t('ui.success'), description: t('work.handedOver', { name }) })
      onDone()
    },
  })
  const { control, register, formState, setFocus, setValue, getValues } = state.form
  const chosen = useWatch({ control, name: 'state' })
  const people = choosable(colleagues, chosen, work, member)

  // In a dialog the first field has the focus already.
  const first = states.length > 1 ? 'state' : 'to'
  useEffect(() => {
    if (!inDialog) setFocus(first)
  }, [inDialog, setFocus, first])

  /** Whoever cannot do what the new state asks for is no longer chosen. */
  function follow(next: WorkflowState) {
    if (!choosable(colleagues, next, work, member).some(({ user_id }) => user_id === getValues('to')))
      setValue('to', '')
  }

  return (
    <DeskForm
      state={state}
      label={t('work.handOver')}
      action={backTo ? t('work.giveBack') : states[0] === 'handed_in' ? t('work.handIn') : t('work.handOver')}
      busyAction={t('ui.oneMoment')}
      inDialog={inDialog}
      secondary={!inDialog}
      more={
        <Button variant={inDialog ? 'secondary' : 'ghost'} onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      }
    >
      {!backTo && states.length > 1 && (
        <Field label={t('work.field.state')}>
          {(field) => (
            <SelectControl
              {...register('state', { onChange: (event) => follow(event.target.value as WorkflowState) })}
              {...field}
            >
              {states.map((name) => (
                <option key={name} value={name}>
                  {STATE_NAMES[name]}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      )}
      {!backTo && (
        <Field label={t('work.field.to')} error={formState.errors.to?.message}>
          {(field) => (
            <SelectControl {...register('to')} {...field}>
              <option value="">{NOBODY[chosen]}</option>
              {people.map(({ user_id, name }) => (
                <option key={user_id} value={user_id}>
                  {user_id === member.user_id ? t('work.me', { name }) : name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
      )}
      <FormField
        state={state}
        name="sentence"
        label={t('work.field.sentence')}
        hint={t('work.field.sentence.hint')}
        maxLength={MAX_SENTENCE_LENGTH}
        autoComplete="off"
      />
      {!backTo && leadsWork(work, member) && (
        <FormField state={state} name="dueOn" type="date" label={t('work.field.due')} className="max-w-44" />
      )}
    </DeskForm>
  )
}

/** Suggests what is meant most often: an author hands in, an editor gives it back to its owner. */
function suggest({ workflow }: Work, member: MyMembership, states: WorkflowState[]) {
  const back = isEditor(member) ? (workflow?.owner ?? '') : ''
  const dueOn = workflow?.due_on ?? ''
  if (isEditor(member) && (back === '' || back === member.user_id))
    return { state: 'ready' as const, to: '', sentence: '', dueOn }
  return { state: states[0] ?? 'draft', to: back, sentence: '', dueOn }
}

/** Returns who can be chosen for a state. The database decides. */
function choosable(
  colleagues: readonly Colleague[],
  state: WorkflowState,
  { workflow, people }: Work,
  member: MyMembership,
): Colleague[] {
  const able = colleagues.filter(({ role }) => canHaveArticle(role, state))
  if (isEditor(member)) return able
  if (hasRight(member, 'own_languages')) return able.filter(isEditor)
  if (state !== 'draft') return able
  const known = new Set([member.user_id, workflow?.owner, ...people])
  return able.filter(({ user_id }) => known.has(user_id))
}
