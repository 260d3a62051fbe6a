import { useId, useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'

const MAX_REASON_LENGTH = 500

interface SignFormProps {
  onSign: (reason: string) => Promise<void>
  onClose: () => void
}

/** Lets an editor answer for a sentence that no source covers. */
export function SignForm({ onSign, onClose }: SignFormProps) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function sign() {
    if (isBusy) return
    if (reason.trim() === '') return setError(t('sources.sign.noReason'))
    setIsBusy(true)
    await onSign(reason.trim())
    setIsBusy(false)
  }

  return (
    <form
      method="post"
      aria-labelledby={id}
      noValidate
      className="mt-3 space-y-3 rounded-sm border border-edge p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void sign()
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p id={id} className="text-sm text-soft">
        {t('sources.sign.intro')}
      </p>
      <Field label={t('sources.sign.reason')} error={error || undefined}>
        {(control) => (
          <textarea
            {...control}
            ref={focusAtFirst}
            rows={2}
            maxLength={MAX_REASON_LENGTH}
            aria-required
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={isBusy}>
          {isBusy ? t('ui.oneMoment') : t('sources.sign.action')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The field is rendered because somebody wants to type in it. */
const focusAtFirst = (field: HTMLTextAreaElement | null) => field?.focus()
