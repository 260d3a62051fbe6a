import { languageName } from '#app/admin/article/language-name.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { PROPOSALS_KEY } from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { proposeTerm } from '#core/data/glossary.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { MAX_EXAMPLE_CHARACTERS, proposedTermInput } from '#core/domain/glossary-term-input.ts'

/** Thrown when a proposal is not stored, with what the form says of it. */
class NotProposed extends Error {
  override name = 'NotProposed'
}

/** Asks a translator for a term that editors decide on. */
export function ProposeTermDialog({ onClose }: { onClose: () => void }) {
  const { languages: mine } = useMember()
  const { toast } = useToast()
  const languages = TRANSLATED_LANGUAGES.filter((language) => mine.includes(language))
  const propose = useDeskMutation({ run: proposeTerm, invalidates: [PROPOSALS_KEY] })
  const state = useDeskForm({
    schema: proposedTermInput,
    initial: { ...(languages[0] && { language: languages[0] }), term: '', wording: '', instead: '', why: '' },
    async submit(values) {
      const outcome = await propose.mutateAsync(values)
      if (outcome === 'known') throw new NotProposed(t('glossary.propose.known'))
      if (outcome === 'too_many') throw new NotProposed(t('glossary.propose.tooMany'))
      toast({ title: t('ui.success'), description: t('glossary.propose.done', { term: values.term }) })
      onClose()
    },
    placeError: (error) =>
      error instanceof NotProposed ? { field: 'term', message: error.message, select: true } : null,
  })
  const { register, formState, watch } = state.form
  const busy = formState.isSubmitting
  const language = watch('language')
  return (
    <ModalDialog title={t('glossary.propose.open')} onClose={() => busy || onClose()}>
      <p className="mb-5 text-sm text-soft">{t('glossary.propose.text')}</p>
      <DeskForm
        state={state}
        action={t('glossary.propose.send')}
        busyAction={t('ui.oneMoment')}
        inDialog
        more={
          <Button variant="secondary" aria-disabled={busy} onClick={() => busy || onClose()}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <Field label={t('glossary.propose.language')}>
          {(control) => (
            <SelectControl {...control} {...register('language')}>
              {languages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code)}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        <FormField
          state={state}
          name="term"
          label={t('glossary.form.term')}
          hint={t('glossary.form.termHint')}
          lang="en"
          autoComplete="off"
        />
        <FormField
          state={state}
          name="wording"
          label={t('glossary.propose.wording')}
          hint={t('glossary.propose.wordingHint')}
          lang={language}
          autoComplete="off"
        />
        <FormField
          state={state}
          name="instead"
          label={t('glossary.propose.instead')}
          hint={t('glossary.propose.insteadHint')}
          lang={language}
          autoComplete="off"
        />
        <FormField
          state={state}
          name="why"
          label={t('glossary.propose.why')}
          maxLength={MAX_EXAMPLE_CHARACTERS}
          autoComplete="off"
        />
      </DeskForm>
    </ModalDialog>
  )
}
