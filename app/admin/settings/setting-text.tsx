import { ChangedMeanwhile } from '#app/admin/settings/changed-meanwhile.tsx'
import type { Drafts, EditedKey } from '#app/admin/settings/setting-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { TextField } from '#app/components/ui/field.tsx'
import type { SettingValues } from '#core/domain/settings.ts'

type TextKey = { [Key in EditedKey]: Drafts[Key] extends string ? Key : never }[EditedKey]

interface SettingTextProps
  extends Omit<
    React.ComponentProps<typeof TextField>,
    'form' | 'name' | 'value' | 'onChange' | 'error' | 'label'
  > {
  form: SettingForm
  stored: Partial<SettingValues>
  name: TextKey
  label: string
}

/** A setting that is one line of text. Its placeholder is the default. */
export function SettingText({ form, stored, name, label, ...props }: SettingTextProps) {
  const theirs = stored[name]
  return (
    <div>
      <TextField
        autoComplete="off"
        {...props}
        label={label}
        name={name}
        value={form.draft(name)}
        onChange={(event) => form.change(name, event.target.value)}
        error={form.problemOf(name)}
      />
      <ChangedMeanwhile
        form={form}
        name={name}
        label={label}
        theirs={theirs === undefined ? undefined : String(theirs)}
      />
    </div>
  )
}
