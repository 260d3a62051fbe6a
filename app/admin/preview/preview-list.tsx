import { useState } from 'react'
import { useNameOfEditor } from '#app/admin/history/use-name-of-editor.ts'
import { t } from '#app/admin/messages.ts'
import { PREVIEWS_KEY } from '#app/admin/preview/preview-queries.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { ConfirmDialog } from '#app/admin/ui/confirm-dialog.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { useToast } from '#app/components/ui/toast.tsx'
import { revokePreview } from '#core/data/article-previews.ts'
import type { ArticlePreview } from '#core/domain/article-preview.ts'
import { formatCardDate } from '#core/i18n/dates.ts'

interface PreviewListProps {
  previews: ArticlePreview[]
  focusAfter: React.RefObject<HTMLElement | null>
  onRevoked: (id: string) => void
}

/** The links that work, each of which can be withdrawn. */
export function PreviewList({ previews, focusAfter, onRevoked }: PreviewListProps) {
  const nameOf = useNameOfEditor()
  const [asked, setAsked] = useState<ArticlePreview | null>(null)
  const { toast } = useToast()
  const revoke = useDeskMutation({ run: revokePreview, invalidates: [PREVIEWS_KEY] })
  if (previews.length === 0) return <p className="mt-1 text-sm text-soft">{t('preview.list.empty')}</p>
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {previews.map((preview) => (
          <li
            key={preview.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm"
          >
            <p className="min-w-0 wrap-anywhere">
              {t('preview.until')} <LocalTime iso={preview.expires_at} precision="minute" />
              <span className="block text-faint">{t('preview.by', { who: nameOf(preview.created_by) })}</span>
            </p>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('preview.revoke.label', { date: formatCardDate(preview.expires_at, 'en') })}
              onClick={() => setAsked(preview)}
            >
              {t('preview.revoke')}
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('preview.revoke.title')}
          action={t('preview.revoke')}
          onConfirm={async () => {
            await revoke.mutateAsync(asked.id)
            onRevoked(asked.id)
            toast({ title: t('ui.success'), description: t('preview.revoked') })
          }}
          onClose={() => setAsked(null)}
          focusAfter={focusAfter}
        >
          <p>{t('preview.revoke.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
