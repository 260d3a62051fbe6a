import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, useId } from 'react'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { SETTING_LABELS, type SettingsSection } from '#app/admin/settings/sections.ts'
import type { Drafts } from '#app/admin/settings/setting-drafts.ts'
import { useOfferedLanguages } from '#app/admin/settings/use-languages.ts'
import type { SettingForm, SettingPartProps } from '#app/admin/settings/use-setting-form.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field, TextField } from '#app/components/ui/field.tsx'
import type { Setting } from '#core/domain/setting.ts'
import { RULES } from '#core/domain/setting-texts.ts'
import { type EditedKey, SETTINGS, type SettingValues } from '#core/domain/settings.ts'
import { LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

interface SettingGroupProps {
  legend: string
  hint?: string
  children: React.ReactNode
}

/** Fields of a card that belong together. */
export function SettingGroup({ legend, hint, children }: SettingGroupProps) {
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 font-semibold text-sm">{legend}</legend>
      {hint && <p className="-mt-1 max-w-prose text-faint text-sm">{hint}</p>}
      {children}
    </fieldset>
  )
}

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

interface SettingFieldProps extends SettingPartProps {
  name: TextKey | ChoiceKey
}

/** The field of a setting that is a text, a number, one of a few values, or on or off, as the table of settings describes it. */
export function SettingField({ form, settings: { stored, defaults }, name }: SettingFieldProps) {
  const { schema, hint: described = '', choices } = SETTINGS[name] as Setting
  const fallback = defaults[name] === null ? '' : String(defaults[name])
  const hint = described.replace('{{default}}', () => fallback)
  const label = SETTING_LABELS[name]
  const draft = form.draft(name)
  if (typeof draft === 'boolean')
    return <SettingChoice form={form} name={name as ChoiceKey} label={label} hint={hint} />
  const { format } = RULES.get(schema) ?? {}
  const theirs = stored[name]
  if (choices || format === 'note')
    return (
      <div>
        <Field label={label} hint={hint} error={form.problemOf(name)}>
          {(control) => {
            const shared = {
              ...control,
              value: draft,
              onChange: ({ target }: { target: { value: string } }) => form.change(name, target.value),
            }
            if (!choices) return <textarea {...shared} rows={3} autoComplete="off" />
            return (
              <SelectControl {...shared}>
                {Object.entries(choices).map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </SelectControl>
            )
          }}
        </Field>
        <ChangedMeanwhile
          form={form}
          name={name}
          label={label}
          theirs={choices ? undefined : theirs?.toString()}
        />
      </div>
    )
  return (
    <SettingText
      form={form}
      stored={stored}
      name={name as TextKey}
      label={label}
      hint={hint}
      placeholder={fallback}
      {...(schema.def.type === 'number' && { inputMode: 'numeric' })}
      {...(format === 'email' && { type: 'email', spellCheck: false })}
    />
  )
}

interface SettingFieldsProps extends SettingPartProps {
  section: SettingsSection
  /** Contents in place of a field, for settings that have several. */
  own?: Partial<Record<EditedKey, React.ReactNode>>
}

/** The fields of a section, in the order of the settings. */
export function SettingFields({ section, own = {}, ...props }: SettingFieldsProps) {
  return section.keys.map((key) => (
    <Fragment key={key}>{key in own ? own[key] : <SettingField {...props} name={key as TextKey} />}</Fragment>
  ))
}

interface SettingLanguagesProps {
  form: SettingForm
  /** The beginning of the names of the fields; that of the language follows. */
  field: string
  /** Returns how much there is in a language. */
  count: (language: Language) => number
  /** True if a language without its own uses the English list. */
  usesEnglish?: boolean
  /** The languages; all of them, unless it says which. */
  languages?: readonly Language[]
  children: (language: Language, name: string) => React.ReactNode
}

/** Lists of all languages, each folded up until it is opened or has a problem. */
export function SettingLanguages({
  form,
  field,
  count,
  usesEnglish = false,
  languages,
  children,
}: SettingLanguagesProps) {
  const offered = useOfferedLanguages()
  const shown = LANGUAGE_CODES.filter(
    (code) => (!languages || languages.includes(code)) && (offered.includes(code) || count(code) > 0),
  )
  return (
    <div className="divide-y divide-line border-line border-y">
      {shown.map((code) => (
        <details key={code} open={form.hasProblem(`${field}.${code}`) || undefined} className="group">
          <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-2 text-sm marker:content-none">
            <ChevronRight
              aria-hidden
              size={16}
              className="shrink-0 text-faint transition-transform group-open:rotate-90 motion-reduce:transition-none"
            />
            <span className="font-medium">{languageName(code)}</span>
            <span className="text-faint">
              {count(code) > 0
                ? t('settings.language.count', { count: count(code) })
                : usesEnglish && code !== 'en' && count('en') > 0
                  ? t('settings.language.asEnglish')
                  : t('settings.language.nothing')}
            </span>
          </summary>
          <div className="pb-5 pl-7">{children(code, languageName(code))}</div>
        </details>
      ))}
    </div>
  )
}

interface ChangedMeanwhileProps {
  form: SettingForm
  name: EditedKey
  /** The name of the setting. */
  label: string
  /** The value set by another administrator, if it is one line of text. */
  theirs?: string | undefined
}

/** A conflict of a setting with a change by another administrator: asks which version is kept. */
export function ChangedMeanwhile({ form, name, label, theirs }: ChangedMeanwhileProps) {
  if (!form.isChangedMeanwhile(name)) return null
  const title = theirs
    ? t('settings.conflict.changedTo', { label, value: theirs })
    : t('settings.conflict.changed', { label })
  return (
    <ConflictNotice
      title={title}
      onTakeTheirs={() => form.takeTheirs(name)}
      onKeepMine={() => form.keepMine(name)}
    />
  )
}

interface ConflictNoticeProps {
  title: string
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** Asks which of two concurrent changes is kept. */
export function ConflictNotice({ title, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  return (
    <Notice tone="warning" role="status" className="mt-3 wrap-anywhere" title={title}>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={onTakeTheirs}>
          {t('settings.conflict.takeTheirs')}
        </Button>
        <Button variant="secondary" size="sm" onClick={onKeepMine}>
          {t('settings.conflict.keepMine')}
        </Button>
      </div>
    </Notice>
  )
}

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
