import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { Refusal } from '#app/admin/kit/errors/classify-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { PERMISSION_NAMES } from '#app/admin/people/people-queries.ts'
import { useHasTranslator } from '#app/admin/settings/review-policy.tsx'
import { SETTINGS_KEY, storedSettingsQuery } from '#app/admin/settings/settings-queries.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { Client } from '#core/data/client.ts'
import { listSettings, saveSettings } from '#core/data/settings.ts'
import { TRANSLATED_LANGUAGES, type TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { MembershipInput } from '#core/domain/membership-input.ts'
import { factsOfRole, hasRight, ROLES } from '#core/domain/role.ts'

interface MembershipFieldsProps {
  value: MembershipInput
  errors: FieldErrors<MembershipInput>
  onChange: (change: Partial<MembershipInput>) => void
}

/** The role of a person, with the languages and the permissions that the role can have. */
export function MembershipFields({ value, errors, onChange }: MembershipFieldsProps) {
  const offered = useOfferedLanguages()
  const { role, languages, permissions } = value
  // A language that is not offered any more can still be taken away.
  const choices = [...new Set([...offered.filter((code) => code !== 'en'), ...languages])]
  const { text, permissions: possible } = factsOfRole(role)
  return (
    <>
      <Field label={t('people.fields.role')} hint={text}>
        {(control) => (
          <SelectControl
            {...control}
            value={role}
            onChange={({ target }) => onChange({ role: target.value as MembershipInput['role'] })}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {factsOfRole(one).name}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {hasRight(value, 'own_languages') && (
        <Checkboxes
          legend={t('people.fields.languages')}
          choices={choices.map((code) => [code, languageName(code)])}
          chosen={languages}
          onChange={(next) => onChange({ languages: next })}
          error={errors.languages?.message}
        />
      )}
      {possible.length > 0 && (
        <Checkboxes
          legend={t('people.fields.permissions')}
          choices={possible.map((permission) => [permission, capitalize(PERMISSION_NAMES[permission])])}
          chosen={permissions}
          onChange={(next) => onChange({ permissions: next })}
        />
      )}
    </>
  )
}

interface CheckboxesProps<Value extends string> {
  legend: string
  choices: readonly (readonly [value: Value, label: string])[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | undefined
}

export function Checkboxes<Value extends string>(props: CheckboxesProps<Value>) {
  const { legend, choices, chosen, onChange, error } = props
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{legend}</legend>
      <ul className="flex flex-wrap gap-x-6">
        {choices.map(([value, label]) => (
          <li key={value}>
            <label className="flex min-h-11 items-center gap-2.5 text-sm">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                aria-invalid={error ? true : undefined}
                onChange={({ target }) =>
                  onChange(
                    // In the order of the choices, whichever was chosen first.
                    choices
                      .map(([one]) => one)
                      .filter((one) => (one === value ? target.checked : chosen.includes(one))),
                  )
                }
                className="size-5 shrink-0 accent-ink"
              />
              {label}
            </label>
          </li>
        ))}
      </ul>
      {error && <p className="mt-1 text-red text-sm">{error}</p>}
    </fieldset>
  )
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

type Answers = Partial<Record<TranslatedLanguage, 'after' | 'at-once'>>

/** Asks when languages get their first translator: whether their translations wait for a review. */
export function useReviewQuestion({ role, languages }: Pick<MembershipInput, 'role' | 'languages'>) {
  const choices = useQuery(storedSettingsQuery).data?.translation_review ?? {}
  const hasTranslator = useHasTranslator()
  const [given, setGiven] = useState<Answers>({})
  const saving = useDeskMutation({ run: saveAnswers, invalidates: [SETTINGS_KEY] })
  const asked = TRANSLATED_LANGUAGES.filter(
    (code) =>
      hasRight({ role }, 'own_languages') &&
      languages.includes(code) &&
      !hasTranslator(code) &&
      choices[code] !== true,
  )
  const answers: Answers = Object.fromEntries(
    asked.map((code) => [code, given[code] ?? (choices[code] === false ? 'at-once' : 'after')]),
  )
  return {
    fields: asked.map((code) => (
      <fieldset key={code}>
        <legend className="mb-1 font-medium text-sm">
          {t('people.review.legend', { language: languageName(code) })}
        </legend>
        <div className="flex flex-wrap gap-x-6">
          {(['after', 'at-once'] as const).map((answer) => (
            <label key={answer} className="flex min-h-11 items-center gap-2.5 text-sm">
              <input
                type="radio"
                name={`review-${code}`}
                className="size-4.5 shrink-0 accent-ink"
                checked={answers[code] === answer}
                onChange={() => setGiven({ ...given, [code]: answer })}
              />
              {t(answer === 'after' ? 'people.review.after' : 'people.review.atOnce')}
            </label>
          ))}
        </div>
        <p className="text-faint text-sm">{t('people.review.hint')}</p>
      </fieldset>
    )),
    save: () => saving.mutateAsync(answers),
  }
}

/** Whoever translates into a language has its translations wait, so only the other answer is stored. */
async function saveAnswers(client: Client, answers: Answers): Promise<void> {
  const before = (await listSettings(client)).translation_review
  const kept = Object.entries(before ?? {}).filter(([code]) => !(code in answers))
  const atOnce = Object.entries(answers).flatMap(([code, answer]) =>
    answer === 'at-once' ? [[code, false]] : [],
  )
  const after = Object.fromEntries([...kept, ...atOnce])
  const isSame =
    Object.keys(after).length === Object.keys(before ?? {}).length &&
    atOnce.every(([code]) => before?.[code as TranslatedLanguage] === false)
  if (isSame) return
  const change = {
    key: 'translation_review',
    before: before ?? null,
    after: Object.keys(after).length > 0 ? after : null,
  } as const
  if ((await saveSettings(client, [change])).length > 0) throw new Refusal('PT409')
}
