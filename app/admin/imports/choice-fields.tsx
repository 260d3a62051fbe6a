import { languageName } from '#app/admin/article/language-name.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { TermsTable } from '#app/admin/imports/terms-table.tsx'
import type { useChoices } from '#app/admin/imports/use-choices.ts'
import { t } from '#app/admin/messages.ts'
import { useCategoryOptions } from '#app/admin/sections/use-sections.ts'
import { Field, TextField } from '#app/components/ui/field.tsx'
import type { ImportPlan } from '#core/domain/site-import.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

interface ChoiceFieldsProps {
  plan: ImportPlan
  choices: ReturnType<typeof useChoices>
}

/** What an editor decides before an import: sections, the language of articles without one, and whether they are published. */
export function ChoiceFields({ plan, choices }: ChoiceFieldsProps) {
  const options = useCategoryOptions()
  const hasUnknownLanguage = plan.languages.some(({ language }) => language === null)
  return (
    <div className="space-y-7">
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field label={t('imports.choice.section')} hint={t('imports.choice.sectionHint')}>
          {(control) => (
            <SelectControl
              {...control}
              value={choices.section}
              onChange={(event) => choices.change({ section: event.target.value })}
            >
              {options.map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectControl>
          )}
        </Field>
        {hasUnknownLanguage && (
          <Field label={t('imports.choice.language')} hint={t('imports.choice.languageHint')}>
            {(control) => (
              <SelectControl
                {...control}
                value={choices.language}
                onChange={(event) => choices.change({ language: event.target.value })}
              >
                {LANGUAGE_CODES.map((code) => (
                  <option key={code} value={code}>
                    {languageName(code)}
                  </option>
                ))}
              </SelectControl>
            )}
          </Field>
        )}
      </div>
      {(plan.pictures.siteless > 0 || plan.site !== null) && (
        <TextField
          label={t('imports.choice.site')}
          hint={t('imports.choice.siteHint')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('imports.choice.sitePlaceholder')}
          maxLength={300}
          value={choices.site}
          className="max-w-xl"
          onChange={(event) => choices.change({ site: event.target.value })}
        />
      )}
      <label className="flex min-h-11 cursor-pointer items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={choices.drafts}
          onChange={(event) => choices.change({ drafts: event.target.checked })}
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
        />
        <span>
          <span className="block font-medium">{t('imports.choice.drafts')}</span>
          <span className="text-faint">{t('imports.choice.draftsHint')}</span>
        </span>
      </label>
      {plan.terms.length > 0 && (
        <TermsTable
          terms={plan.terms}
          termCount={plan.termCount}
          sectionOf={choices.sectionOf}
          onChange={choices.changeTerm}
        />
      )}
    </div>
  )
}
