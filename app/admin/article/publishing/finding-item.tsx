import { useId, useState } from 'react'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { type ArticleForm, FORM_FIELDS } from '#app/admin/article/form/article-form.ts'
import type { ArticleCheck, Finding } from '#app/admin/check/use-article-check.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'
import { signedIn } from '#app/admin/session/signed-in.ts'
import { Button } from '#app/components/ui/button.tsx'
import { TextField } from '#app/components/ui/field.tsx'
import { MAX_REASON_LENGTH } from '#core/domain/check-override.ts'

/** So much of the text is shown on either side of the place. */
const CONTEXT = 40

interface FindingItemProps {
  finding: Finding
  values: ArticleForm
  check: ArticleCheck
  onShow: () => void
}

/** A finding with its place, and the reason for which an editor lets it stand. */
export function FindingItem({ finding, values, check, onShow }: FindingItemProps) {
  const [isExplaining, setIsExplaining] = useState(false)
  const [problem, setProblem] = useState('')
  const field = FORM_FIELDS.find((name) => name === finding.field)

  async function run(action: () => Promise<void>) {
    setProblem('')
    try {
      await signedIn(action)
      setIsExplaining(false)
    } catch (error) {
      setProblem(describeError(error))
    }
  }

  return (
    <li className="py-4 text-sm">
      <p className="text-faint">{field ? fieldLabel(field) : t('article.field.language')}</p>
      <p className="font-medium">{finding.message}</p>
      {field && finding.place && <Excerpt text={String(values[field] ?? '')} {...finding.place} />}
      {finding.reason !== null && (
        <p className="mt-1 text-soft">{t('article.finding.reason', { reason: finding.reason })}</p>
      )}
      {isExplaining ? (
        <ReasonForm
          onCancel={() => setIsExplaining(false)}
          onSave={(reason) => run(() => check.override(finding, reason))}
        />
      ) : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={onShow}>
            {t('article.finding.show')}
          </Button>
          {finding.reason === null ? (
            <Button variant="ghost" size="sm" onClick={() => setIsExplaining(true)}>
              {t('article.finding.override')}
            </Button>
          ) : (
            <Button variant="ghost" size="sm" onClick={() => void run(() => check.withdraw(finding))}>
              {t('article.finding.withdraw')}
            </Button>
          )}
        </div>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-red">
          {problem}
        </p>
      )}
    </li>
  )
}

function Excerpt({ text, from, to }: { text: string; from: number; to: number }) {
  const end = Math.min(to, from + CONTEXT * 3)
  return (
    <p dir="auto" className="mt-1 break-words text-soft">
      {from > CONTEXT && '…'}
      {text.slice(Math.max(0, from - CONTEXT), from)}
      <mark className="rounded-sm bg-focus/20 text-ink">{text.slice(from, end)}</mark>
      {text.slice(end, end + CONTEXT)}
      {end + CONTEXT < text.length && '…'}
    </p>
  )
}

function ReasonForm({
  onSave,
  onCancel,
}: {
  onSave: (reason: string) => Promise<void>
  onCancel: () => void
}) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    const text = reason.trim()
    if (text === '') return setError(t('article.finding.reasonRequired'))
    if ([...text].length > MAX_REASON_LENGTH)
      return setError(t('article.tooLong', { longest: MAX_REASON_LENGTH }))
    setIsBusy(true)
    await onSave(text)
    setIsBusy(false)
  }

  return (
    <form
      aria-labelledby={id}
      className="mt-3 max-w-xl space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void save()
      }}
    >
      <TextField
        label={<span id={id}>{t('article.finding.reasonLabel')}</span>}
        hint={t('article.finding.reasonHint')}
        error={error || undefined}
        value={reason}
        autoFocus
        onChange={(event) => {
          setReason(event.target.value)
          setError('')
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" aria-disabled={isBusy}>
          {isBusy ? t('article.busy') : t('article.finding.saveReason')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {t('article.finding.cancel')}
        </Button>
      </div>
    </form>
  )
}
