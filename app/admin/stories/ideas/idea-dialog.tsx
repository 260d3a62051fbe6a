import { useState } from 'react'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { FormField, useDeskForm } from '#app/admin/kit/form/desk-form.tsx'
import { FormDialog } from '#app/admin/kit/form/form-dialog.tsx'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues } from '#app/admin/kit/query/colleagues.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { useCategoryOptions } from '#app/admin/settings/sections/use-sections.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { IDEAS_KEY } from '#app/admin/stories/ideas/ideas-table.ts'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { changeIdea } from '#core/data/ideas.ts'
import { canHaveArticle } from '#core/domain/handover.ts'
import {
  IDEA_TITLE_MAX_LENGTH,
  type Idea,
  type IdeaForm,
  type IdeaInput,
  ideaInput,
} from '#core/domain/idea.ts'

interface IdeaDialogProps {
  /** The idea when the dialog was opened. */
  idea: Idea
  /** The idea as it is now; null when it is begun or dropped. */
  present: Idea | null
  onClose: () => void
}

/** Everything that is known of an idea, to be changed. */
export function IdeaDialog({ idea, present, onClose }: IdeaDialogProps) {
  const { toast } = useToast()
  // Whoever saves again after a warning means to replace what somebody else has written.
  const [version, setVersion] = useState(idea.updated_at)
  const change = useDeskMutation({
    run: (client, input: IdeaInput) => changeIdea(client, { id: idea.id, updated_at: version }, input),
    invalidates: [IDEAS_KEY],
  })
  const state = useDeskForm<IdeaForm, IdeaInput>({
    schema: ideaInput,
    initial: formOf(idea),
    async submit(values) {
      if (!(await change.mutateAsync(values))) throw new Refusal('idea_changed')
      toast({ title: t('ui.success'), description: t('ideas.edit.done') })
      onClose()
    },
    placeError(error) {
      if (!(error instanceof Refusal) || error.code !== 'idea_changed') return null
      const message =
        present && present.updated_at !== version ? t('ideas.edit.changed') : t('ideas.edit.gone')
      if (present) setVersion(present.updated_at)
      return { field: 'title', message }
    },
  })
  return (
    <FormDialog
      title={t('ideas.edit.title')}
      width="list"
      state={state}
      action={t('ideas.edit.save')}
      onClose={onClose}
    >
      <FormField
        state={state}
        name="title"
        label={t('ideas.field.title')}
        maxLength={IDEA_TITLE_MAX_LENGTH}
        autoComplete="off"
      />
      <Field label={t('ideas.field.why')} error={state.form.formState.errors.why?.message}>
        {(control) => <textarea {...control} {...state.form.register('why')} rows={4} />}
      </Field>
      <Field
        label={t('ideas.field.links')}
        hint={t('ideas.field.links.hint')}
        error={state.form.formState.errors.links?.message}
      >
        {(control) => (
          <textarea
            {...control}
            {...state.form.register('links')}
            rows={2}
            spellCheck={false}
            inputMode="url"
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Choices state={state} idea={idea} />
      </div>
    </FormDialog>
  )
}

function Choices({
  state,
  idea,
}: {
  state: ReturnType<typeof useDeskForm<IdeaForm, IdeaInput>>
  idea: Idea
}) {
  const colleagues = useColleagues()
  const writers = colleagues.filter(({ role }) => canHaveArticle(role, 'draft'))
  const sections = useCategoryOptions()
  const offered = useOfferedLanguages()
  const languages = offered.map((code) => [code, languageName(code)] as const)
  const { register, formState } = state.form
  const choice = (
    name: 'person' | 'section' | 'language',
    label: string,
    none: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <Field label={label} error={formState.errors[name]?.message}>
      {(control) => (
        <SelectControl {...control} {...register(name)}>
          <option value="">{none}</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectControl>
      )}
    </Field>
  )
  return (
    <>
      {(colleagues.length > 1 || idea.person !== null) &&
        choice(
          'person',
          t('ideas.field.person'),
          t('ideas.anybody'),
          writers.map(({ user_id, name }) => [user_id, name] as const),
        )}
      <FormField state={state} name="planned_on" type="date" label={t('ideas.field.planned')} />
      {choice('section', t('ideas.field.section'), t('ideas.open'), sections)}
      {choice('language', t('ideas.field.language'), t('ideas.open'), languages)}
    </>
  )
}

function formOf({ title, why, links, language, section, person, planned_on }: Idea): IdeaForm {
  return {
    title,
    why,
    links: links.join('\n'),
    language: language ?? '',
    section: section ?? '',
    person: person ?? '',
    planned_on: planned_on ?? '',
  }
}
