import { useState } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { MAX_REASON_LENGTH } from '#core/domain/article-check.ts'
import { isStorable } from '#core/domain/article-input.ts'

interface OverrideFormProps {
  onSave: (reason: string) => Promise<void>
  onCancel: () => void
}

/** Asks for the reason of an override. It is no `form` element, because it is inside the form of an article. */
export function OverrideForm({ onSave, onCancel }: OverrideFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    const problem = problemOf(reason)
    setError(problem)
    if (problem || isSaving) return
    setIsSaving(true)
    try {
      await onSave(reason.trim())
    } catch (failure) {
      setError(describeError(failure))
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div data-own-escape className="mt-3 max-w-xl">
      <TextField
        label={t('check.overrideReason')}
        value={reason}
        error={error}
        required
        autoComplete="off"
        ref={focusAtFirst}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          // Neither the form nor the dialog around the field may handle these keys.
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Escape') onCancel()
          else if (!event.nativeEvent.isComposing) void save()
        }}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" aria-disabled={isSaving} onClick={() => void save()}>
          {isSaving ? t('check.overrideSaving') : t('check.overrideSave')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** The field is rendered after a click on its button, so it takes the focus. */
const focusAtFirst = (field: HTMLInputElement | null) => field?.focus()

function problemOf(reason: string): string {
  if (reason.trim() === '') return t('check.overrideMissing')
  if (Array.from(reason.trim()).length > MAX_REASON_LENGTH) return t('check.overrideLong')
  return isStorable(reason) ? '' : t('check.overrideUnstorable')
}
