import { FORMATS } from '#app/admin/imports/describe-import.ts'
import { t } from '#app/admin/messages.ts'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import type { ImportSummary } from '#core/domain/site-import.ts'

/** Its format, its size, and who began it when. */
export function ImportFacts({ record }: { record: ImportSummary }) {
  const { format, size, createdAt, createdBy } = record
  return (
    <span className="min-w-0 wrap-anywhere">
      {format && `${FORMATS[format]} · `}
      {size !== null && `${formatBytes(size)} · `}
      <FilledMessage
        text={createdBy === null ? t('imports.begunByCommand') : t('imports.begun', { email: createdBy })}
        values={{ time: <LocalTime iso={createdAt} precision="minute" /> }}
      />
    </span>
  )
}
