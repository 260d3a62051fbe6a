import { useEffect, useRef, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import type { EditedKey } from '#app/admin/settings/setting-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface SettingSectionProps {
  form: SettingForm
  id: string
  title: string
  intro: string
  /** What its button saves. */
  keys: readonly EditedKey[]
  children: React.ReactNode
  /** Below its button: what is not saved with it. */
  after?: React.ReactNode
}

/** A card of settings that are saved together. */
export function SettingSection({ form, id, title, intro, keys, children, after }: SettingSectionProps) {
  const [isSaving, setIsSaving] = useState(false)

  async function save(): Promise<boolean> {
    if (form.isSaving) return true
    setIsSaving(true)
    const isSaved = await form.save(keys)
    setIsSaving(false)
    return isSaved
  }

  return (
    <PageSection id={id} title={title} intro={intro}>
      <SaveForm
        labelId={id}
        error={form.errorOf(keys)}
        isEdited={keys.some((key) => form.edited.has(key))}
        isSaving={isSaving}
        isBusy={isSaving}
        isDisabled={form.isSaving}
        onSave={save}
      >
        {() => <div className="space-y-6">{children}</div>}
      </SaveForm>
      {after}
    </PageSection>
  )
}

interface SaveFormProps {
  /** The id of the heading that names the form. */
  labelId: string
  error: string
  isEdited: boolean
  isSaving: boolean
  isBusy: boolean
  isDisabled: boolean
  /** Returns false, with problems at the fields, if it cannot be saved. */
  onSave: () => Promise<boolean>
  /** `attempt` runs another action that may fail like a save. */
  children: (attempt: (action: () => Promise<boolean>) => void) => React.ReactNode
}

/** A form with a save button. After an attempt that failed, focus is on the first field with a problem. */
export function SaveForm(props: SaveFormProps) {
  const { labelId, error, isEdited, isSaving, isBusy, isDisabled, onSave, children } = props
  const element = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  const attempt = (action: () => Promise<boolean>) =>
    void action().then((isDone) => isDone || setFailures((count) => count + 1))

  return (
    <form
      ref={element}
      noValidate
      method="post"
      aria-labelledby={labelId}
      aria-busy={isBusy}
      className="max-w-2xl space-y-6"
      onSubmit={(event) => {
        event.preventDefault()
        attempt(onSave)
      }}
    >
      {children(attempt)}
      {error && <p className="text-red text-sm">{error}</p>}
      <Announcement urgent>{error}</Announcement>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" aria-disabled={isDisabled}>
          {isSaving ? t('settings.saving') : t('settings.save')}
        </Button>
        {isEdited && !isSaving && <p className="text-faint text-sm">{t('settings.unsaved')}</p>}
      </div>
    </form>
  )
}
