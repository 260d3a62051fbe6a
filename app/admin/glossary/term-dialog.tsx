import { languageName } from '#app/admin/article/language-name.ts'
import { codeOf, Refusal } from '#app/admin/errors/classify-error.ts'
import { DeskForm, FormField, useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { GLOSSARY_KEY, LANGUAGE_OPTIONS, RULE_OPTIONS } from '#app/admin/glossary/glossary-table.ts'
import { t } from '#app/admin/messages.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { addGlossaryTerm, changeGlossaryTerm } from '#core/data/glossary.ts'
import type { GlossaryTerm } from '#core/domain/glossary-term.ts'
import { type GlossaryTermValues, glossaryTermInput, MAX_TERMS } from '#core/domain/glossary-term-input.ts'

/** A term that is changed, or what a new one begins with. */
export type EditedTerm = GlossaryTermValues & { id?: string }

interface TermDialogProps {
  term: EditedTerm
  onSaved: (term: GlossaryTerm) => void | Promise<void>
  onClose: () => void
  /** What gets focus when saving has removed the button that opened the dialog. */
  focusAfter?: React.RefObject<HTMLElement | null>
}

const HINTS: Record<GlossaryTerm['rule'], string> = {
  keep: t('glossary.form.keepHint'),
  'translate-as': t('glossary.form.translateAsHint'),
  never: t('glossary.form.neverHint'),
}

/** Adds a term, or changes one; then its language stays, because another language is another term. */
export function TermDialog({ term, onSaved, onClose, focusAfter }: TermDialogProps) {
  const { id, language } = term
  const save = useDeskMutation({
    run: (client, values: GlossaryTermValues) =>
      id === undefined ? addGlossaryTerm(client, values) : changeGlossaryTerm(client, { ...values, id }),
    invalidates: [GLOSSARY_KEY],
  })
  const state = useDeskForm({
    schema: glossaryTermInput,
    initial: { language, term: term.term, rule: term.rule, translation: term.translation ?? '' },
    async submit(values) {
      const saved = await save.mutateAsync(values)
      if (!saved) throw new Refusal('term_gone')
      await onSaved(saved)
      onClose()
    },
    placeError(error) {
      const code = codeOf(error)
      if (code === '23505') return { field: 'term', message: t('glossary.form.duplicate'), select: true }
      if (code !== '23514' || !(error instanceof Error)) return null
      if (error.message.includes('glossary_terms_count_check'))
        return { field: 'language', message: t('glossary.form.full', { count: MAX_TERMS }) }
      return { field: 'term', message: t('glossary.form.refused') }
    },
  })
  const { register, watch, setValue, formState } = state.form
  const rule = watch('rule')
  const { errors } = formState
  return (
    <ModalDialog
      title={t(id === undefined ? 'glossary.form.add' : 'glossary.form.change')}
      onClose={() => formState.isSubmitting || onClose()}
      focusAfter={focusAfter}
    >
      <DeskForm
        state={state}
        inDialog
        action={t('glossary.form.save')}
        busyAction={t('ui.oneMoment')}
        more={
          <Button variant="secondary" onClick={() => formState.isSubmitting || onClose()}>
            {t('ui.cancel')}
          </Button>
        }
      >
        <div className="grid gap-5 sm:grid-cols-2">
          {id === undefined ? (
            <Field label={t('glossary.column.language')} error={errors.language?.message}>
              {(control) => (
                <SelectControl {...register('language')} {...control}>
                  {LANGUAGE_OPTIONS.map(([value, name]) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </SelectControl>
              )}
            </Field>
          ) : (
            <div className="text-sm">
              <p className="mb-1.5 font-medium">{t('glossary.column.language')}</p>
              <p className="flex min-h-11 items-center text-base text-soft">{languageName(language)}</p>
            </div>
          )}
          <Field label={t('glossary.column.rule')} error={errors.rule?.message}>
            {(control) => (
              <SelectControl
                {...register('rule', {
                  onChange: () => setValue('translation', ''),
                })}
                {...control}
              >
                {RULE_OPTIONS.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </SelectControl>
            )}
          </Field>
        </div>
        <FormField
          state={state}
          name="term"
          label={t(rule === 'never' ? 'glossary.form.word' : 'glossary.form.term')}
          hint={HINTS[rule]}
          autoComplete="off"
          spellCheck={false}
        />
        {rule === 'translate-as' && (
          <FormField
            state={state}
            name="translation"
            label={t('glossary.form.translation')}
            hint={t('glossary.form.translationHint')}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </DeskForm>
    </ModalDialog>
  )
}
