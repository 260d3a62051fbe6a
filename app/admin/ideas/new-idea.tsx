import { useRef } from 'react'
import { codeOf } from '#app/admin/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useToast } from '#app/components/ui/toast.tsx'
import { addIdea } from '#core/data/ideas.ts'
import { IDEA_TITLE_MAX_LENGTH, type NewIdeaInput, newIdeaInput } from '#core/domain/idea.ts'

/** One line that becomes an idea. The field keeps the focus, so that several can be written one after the other. */
export function NewIdea() {
  const { toast } = useToast()
  const form = useRef<HTMLFormElement>(null)
  const add = useDeskMutation({ run: addIdea, invalidates: [IDEAS_KEY] })
  const state = useDeskForm<NewIdeaInput, NewIdeaInput>({
    schema: newIdeaInput,
    initial: { title: '' },
    async submit(values) {
      await add.mutateAsync(values)
      toast({ title: t('ui.success'), description: t('ideas.new.done') })
      state.form.reset()
      form.current?.querySelector('input')?.focus()
    },
    placeError: (error) =>
      codeOf(error) === '54000' ? { field: 'title', message: t('ideas.new.full') } : null,
  })
  return (
    <DeskForm
      ref={form}
      state={state}
      action={t('ideas.new.add')}
      busyAction={t('ui.oneMoment')}
      label={t('ideas.new')}
      className="mb-7 [&>fieldset]:flex [&>fieldset]:flex-wrap [&>fieldset]:items-end [&>fieldset]:gap-x-3 [&>fieldset]:gap-y-2 [&>fieldset]:space-y-0"
    >
      <FormField
        state={state}
        name="title"
        label={t('ideas.new')}
        maxLength={IDEA_TITLE_MAX_LENGTH}
        autoComplete="off"
        placeholder={t('ideas.new.placeholder')}
        className="min-w-0 grow basis-60"
      />
    </DeskForm>
  )
}
