import { languageName } from '#app/admin/article/language-name.ts'
import { FormField, type useDeskForm } from '#app/admin/form/desk-form.tsx'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { RULE_OPTIONS } from '#app/admin/glossary/glossary-table.ts'
import type { TermFields } from '#app/admin/glossary/term-merge.ts'
import { t } from '#app/admin/messages.ts'
import { useOfferedTranslations } from '#app/admin/settings/use-languages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { TermEntryValues } from '#core/domain/glossary-term-input.ts'

type FormState = ReturnType<typeof useDeskForm<TermFields, TermEntryValues>>

/** What becomes of a term in each language. */
export function TermLanguages({ state }: { state: FormState }) {
  const { register, watch, setValue } = state.form
  const rules = watch('languages')
  const stored = state.form.formState.defaultValues?.languages
  const hasRule = (code: TranslatedLanguage) =>
    stored?.[code]?.rule !== 'translate-as' || Boolean(stored[code]?.translation)
  const languages = useOfferedTranslations(hasRule)
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('glossary.form.languages')}</legend>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-faint text-sm">{t('glossary.form.languagesHint')}</p>
        <Button
          variant="ghost"
          size="sm"
          className="-mx-3"
          onClick={() => {
            for (const language of languages)
              setValue(`languages.${language}.rule`, 'keep', { shouldDirty: true })
          }}
        >
          {t('glossary.form.keepAll')}
        </Button>
      </div>
      <ul className="space-y-2.5">
        {languages.map((language) => {
          const name = languageName(language)
          return (
            <li
              key={language}
              className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-x-3 gap-y-1.5 sm:grid-cols-[6.5rem_11rem_minmax(0,1fr)]"
            >
              <span aria-hidden className="flex min-h-11 items-center text-sm">
                {name}
              </span>
              <Field label={t('glossary.form.rule', { language: name })} labelHidden>
                {(control) => (
                  <SelectControl {...register(`languages.${language}.rule`)} {...control}>
                    {RULE_OPTIONS.map(([value, label]) => (
                      <option key={value} value={value}>
                        {label}
                      </option>
                    ))}
                  </SelectControl>
                )}
              </Field>
              {rules[language].rule === 'translate-as' && (
                <div className="max-sm:col-start-2">
                  <FormField
                    state={state}
                    name={`languages.${language}.translation`}
                    label={t('glossary.form.translationInto', { language: name })}
                    labelHidden
                    lang={language}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
