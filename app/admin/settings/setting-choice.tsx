import { useId } from 'react'
import type { Drafts, EditedKey } from '#app/admin/settings/setting-drafts.ts'
import { ChangedMeanwhile } from '#app/admin/settings/setting-fields.tsx'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'

type ChoiceKey = { [Key in EditedKey]: Drafts[Key] extends boolean ? Key : never }[EditedKey]

interface SettingChoiceProps {
  form: SettingForm
  name: ChoiceKey
  label: string
  hint: string
}

/** A setting that is on or off. */
export function SettingChoice({ form, name, label, hint }: SettingChoiceProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 font-medium text-sm">
        <input
          type="checkbox"
          className="size-4.5 shrink-0 accent-ink"
          aria-describedby={hintId}
          checked={form.draft(name)}
          onChange={(event) => form.change(name, event.target.checked)}
        />
        {label}
      </label>
      <p id={hintId} className="pl-7 text-faint text-sm">
        {hint}
      </p>
      <ChangedMeanwhile form={form} name={name} label={label} />
    </div>
  )
}
