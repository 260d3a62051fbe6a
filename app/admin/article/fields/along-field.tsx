import { t } from '#app/admin/messages.ts'

interface AlongFieldProps {
  isAlong: boolean
  onChange: (isAlong: boolean) => void
}

/** Whether the translations of an article are featured with it, or no longer with it. */
export function AlongField({ isAlong, onChange }: AlongFieldProps) {
  return (
    <label className="flex min-h-6 items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={isAlong}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 accent-ink"
      />
      {t('article.featured.along')}
    </label>
  )
}
