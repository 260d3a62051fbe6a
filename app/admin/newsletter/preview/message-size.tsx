import { t } from '#app/admin/messages.ts'
import { MESSAGE_MAX_BYTES } from '#core/domain/newsletter-issue.ts'

const NUMBER = new Intl.NumberFormat('en')
const KILOBYTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** How large a message is, of what Gmail shows. */
export function MessageSize({ bytes }: { bytes: number }) {
  const isTooLarge = bytes > MESSAGE_MAX_BYTES
  return (
    <p className={`text-sm tabular-nums ${isTooLarge ? 'text-red' : 'text-soft'}`}>
      {t(isTooLarge ? 'newsletterIssue.preview.tooLarge' : 'newsletterIssue.preview.size', {
        size: KILOBYTES.format(bytes / 1024),
        bytes: NUMBER.format(bytes),
        most: NUMBER.format(MESSAGE_MAX_BYTES),
      })}
    </p>
  )
}
