import { t } from '#app/admin/messages.ts'
import type { EditedKey } from '#app/admin/settings/setting-drafts.ts'
import type { SettingForm } from '#app/admin/settings/use-setting-form.ts'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface ChangedMeanwhileProps {
  form: SettingForm
  name: EditedKey
  /** What the setting is called. */
  label: string
  /** What somebody else has set, where that is one line of text. */
  theirs?: string | undefined
}

/** Below a setting that somebody else has changed while it was edited here: asks whose change is to stay. */
export function ChangedMeanwhile({ form, name, label, theirs }: ChangedMeanwhileProps) {
  if (!form.isChangedMeanwhile(name)) return null
  const title = theirs
    ? t('settings.conflict.changedTo', { label, value: theirs })
    : t('settings.conflict.changed', { label })
  return (
    <Notice tone="warning" role="status" className="mt-3 wrap-anywhere" title={title}>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => form.takeTheirs(name)}>
          {t('settings.conflict.takeTheirs')}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => form.keepMine(name)}>
          {t('settings.conflict.keepMine')}
        </Button>
      </div>
    </Notice>
  )
}
