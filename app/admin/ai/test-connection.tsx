import type { AiForm } from '#app/admin/ai/use-ai-form.ts'
import { t } from '#app/admin/messages.ts'
import { Announcement } from '#app/admin/ui/announcement.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { Button } from '#app/components/ui/button.tsx'

/** Asks the model that is typed, and says how it answered or what to do. */
export function TestConnection({ form, onTest }: { form: AiForm; onTest: () => void }) {
  const { draft, result, isTesting } = form
  if (!draft.provider) return null
  const isBusy = isTesting || form.isSaving
  const text =
    result &&
    (result.ok
      ? t('ai.test.answered', { model: result.model, seconds: (result.ms / 1000).toFixed(1) })
      : result.error)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="secondary" aria-disabled={isBusy} onClick={() => isBusy || onTest()}>
          {isTesting ? t('ai.test.running') : t('ai.test.action')}
        </Button>
        <p className="text-faint text-sm">{t('ai.test.hint')}</p>
      </div>
      {result && (
        <Notice
          tone={result.ok ? 'plain' : 'problem'}
          title={result.ok ? t('ai.test.works') : t('ai.test.fails')}
          className="wrap-anywhere"
        >
          <p>{text}</p>
        </Notice>
      )}
      <Announcement>{text ?? ''}</Announcement>
    </div>
  )
}
