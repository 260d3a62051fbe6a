import { t } from '#app/admin/messages.ts'

/** What of a model's answer was not used, and why. */
export function DroppedList({ dropped }: { dropped: readonly string[] }) {
  if (dropped.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-9 cursor-pointer items-center text-soft underline underline-offset-4 hover:text-ink">
        {t('newsletterIssue.dropped', { count: dropped.length })}
      </summary>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-soft">
        {dropped.map((sentence, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences that never change places
          <li key={index} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
    </details>
  )
}
