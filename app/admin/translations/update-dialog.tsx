import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { listLanguages } from '#app/admin/translations/list-languages.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface UpdateDialogProps {
  /** Those that are brought up to date. */
  languages: TranslatedLanguage[]
  /** Those that exist, and are being translated already. */
  underWay: TranslatedLanguage[]
  /** Those that wait for a review. */
  reviewed: readonly TranslatedLanguage[]
  onUpdate: (renewAll: boolean) => void
  onClose: () => void
}

/** Says what becomes of the translations before they are brought up to date. */
export function UpdateDialog({ languages, underWay, reviewed, onUpdate, onClose }: UpdateDialogProps) {
  const [renewAll, setRenewAll] = useState(false)
  const waiting = languages.filter((language) => reviewed.includes(language))
  return (
    <ConfirmDialog
      title={t('translations.action.update')}
      action={t('translations.action.update')}
      destructive={false}
      onConfirm={async () => onUpdate(renewAll)}
      onClose={onClose}
    >
      <p>{t('translations.update.outcome', { languages: listLanguages(languages) })}</p>
      <p>{renewAll ? t('translations.update.everything') : t('translations.update.onlyChanged')}</p>
      <p>{renewAll ? t('translations.update.editsReplaced') : t('translations.update.editsStay')}</p>
      {waiting.length > 0 && <p>{t('translations.update.waiting', { languages: listLanguages(waiting) })}</p>}
      {underWay.length > 0 && (
        <p>{t('translations.update.underWay', { languages: listLanguages(underWay) })}</p>
      )}
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          checked={renewAll}
          onChange={(event) => setRenewAll(event.target.checked)}
          className="mt-0.5 size-4.5 shrink-0 accent-ink"
        />
        <span>
          <span className="block text-ink">{t('translations.update.renewAll')}</span>
          {t('translations.update.renewAllHint')}
        </span>
      </label>
    </ConfirmDialog>
  )
}
