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
  const element = useRef<HTMLFormElement>(null)
  const [failures, setFailures] = useState(0)
  const [isBusy, setIsBusy] = useState(false)
  const error = form.errorOf(keys)
  const isEdited = keys.some((key) => form.edited.has(key))

  // After a save that failed, focus is on the first field with a problem.
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failures])

  async function save() {
    if (form.isSaving) return
    setIsBusy(true)
    const isSaved = await form.save(keys)
    setIsBusy(false)
    if (!isSaved) setFailures((count) => count + 1)
  }

  return (
    <PageSection id={id} title={title} intro={intro}>
      <form
        ref={element}
        noValidate
        method="post"
        aria-labelledby={id}
        aria-busy={isBusy}
        className="max-w-2xl space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {children}
        {error && <p className="text-red text-sm">{error}</p>}
        <Announcement urgent>{error}</Announcement>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" aria-disabled={form.isSaving}>
            {isBusy ? t('settings.saving') : t('settings.save')}
          </Button>
          {isEdited && !isBusy && <p className="text-faint text-sm">{t('settings.unsaved')}</p>}
        </div>
      </form>
      {after}
    </PageSection>
  )
}
