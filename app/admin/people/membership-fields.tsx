import type { FieldErrors } from 'react-hook-form'
import { languageName } from '#app/admin/article/language-name.ts'
import { SelectControl } from '#app/admin/form/select-control.tsx'
import { t } from '#app/admin/messages.ts'
import { PERMISSION_NAMES, ROLE_NAMES, ROLE_SENTENCES } from '#app/admin/people/describe-role.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import { Field } from '#app/components/ui/field.tsx'
import type { MembershipInput } from '#core/domain/membership-input.ts'
import { PERMISSIONS_OF_ROLE, ROLES } from '#core/domain/role.ts'

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
  const possible = PERMISSIONS_OF_ROLE[role]
  return (
    <>
      <Field label={t('people.fields.role')} hint={ROLE_SENTENCES[role]}>
        {(control) => (
          <SelectControl
            {...control}
            value={role}
            onChange={({ target }) => onChange({ role: target.value as MembershipInput['role'] })}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {ROLE_NAMES[one]}
              </option>
            ))}
          </SelectControl>
        )}
      </Field>
      {role === 'translator' && (
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
