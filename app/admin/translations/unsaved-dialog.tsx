import { useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { ModalDialog } from '#app/admin/ui/modal-dialog.tsx'
import { Button } from '#app/components/ui/button.tsx'

interface UnsavedDialogProps {
  isPublished: boolean
  /** Answers whether it was saved; if not, the form says why. */
  onSave: () => Promise<boolean>
  onTranslate: () => void
  onClose: () => void
  focusAfter: React.RefObject<HTMLElement | null>
}

/** Asks what to do about changes that are not saved, because only what is saved is translated. */
export function UnsavedDialog({ isPublished, onSave, onTranslate, onClose, focusAfter }: UnsavedDialogProps) {
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
