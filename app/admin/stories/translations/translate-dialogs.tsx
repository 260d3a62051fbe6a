import { useRef, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { listLanguages } from '#app/admin/kit/ui/format.ts'
import { ConfirmDialog, ModalDialog } from '#app/admin/kit/ui/modal-dialog.tsx'
import type { UnsavedForm } from '#app/admin/stories/translations/translations-card.tsx'
import { type TranslateRequest, useTranslate } from '#app/admin/stories/translations/use-translate.ts'
import { Button } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'

interface UnsavedDialogProps {
  isPublished: boolean
  /** Answers whether it was saved; if not, the form says why. */
  onSave: () => Promise<boolean>
  onTranslate: () => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Asks what to do about changes that are not saved, because only what is saved is translated. */
function UnsavedDialog({ isPublished, onSave, onTranslate, onClose, focusAfter }: UnsavedDialogProps) {
  const [isSaving, setIsSaving] = useState(false)

  async function saveFirst() {
    setIsSaving(true)
    const isSaved = await onSave()
    if (isSaved) onTranslate()
    onClose()
  }

  return (
    <ModalDialog
      title={t('translations.unsaved.title')}
      onClose={() => isSaving || onClose()}
      focusAfter={focusAfter}
    >
      <div className="space-y-3 text-sm text-soft">
        <p>{t('translations.unsaved.text')}</p>
        {isPublished && <p>{t('translations.unsaved.published')}</p>}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="ghost" aria-disabled={isSaving} onClick={() => isSaving || onClose()}>
          {t('ui.cancel')}
        </Button>
        <Button
          variant="secondary"
          aria-disabled={isSaving}
          onClick={() => {
            if (isSaving) return
            onTranslate()
            onClose()
          }}
        >
          {t('translations.unsaved.asSaved')}
        </Button>
        <Button aria-disabled={isSaving} onClick={() => isSaving || void saveFirst()}>
          {isSaving ? t('ui.oneMoment') : t('translations.unsaved.save')}
        </Button>
      </div>
    </ModalDialog>
  )
}

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

interface AskedTranslationsOptions {
  article: Article
  form: UnsavedForm
  /** Gets the focus when a translation that was begun has removed the button that was pressed. */
  focusAfter?: React.RefObject<HTMLElement | null>
}

/** Requests translations of an original, after a question about changes that are not saved. Returns how, and the dialog of that question. */
export function useAskedTranslations({ article, form, focusAfter }: AskedTranslationsOptions) {
  const translate = useTranslate(article.id)
  const [asked, setAsked] = useState<TranslateRequest | null>(null)
  const focused = useRef<HTMLElement>(null)

  function ask(request: TranslateRequest) {
    if (!form.isDirty()) return void translate(request)
    focused.current = null
    setAsked(request)
  }

  const dialog = asked && (
    <UnsavedDialog
      isPublished={article.published}
      onSave={form.save}
      onTranslate={() => {
        focused.current = focusAfter?.current ?? null
        void translate(asked)
      }}
      onClose={() => setAsked(null)}
      focusAfter={focused}
    />
  )
  return { ask, dialog }
}
