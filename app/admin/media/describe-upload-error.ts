import { codeOf, isSessionExpired, isTemporary } from '#app/admin/errors/classify-error.ts'
import { t } from '#app/admin/messages.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'

/** What to tell about an upload that failed. */
export function describeUploadError(error: unknown) {
  const [title, description] = wordsFor(error)
  return { title, description, variant: 'destructive' } satisfies ToastMessage
}

/** Whether the same file may be accepted in a moment. */
export function canTryAgain(error: unknown): boolean {
  return !['not_an_image', 'too_large', 'EntityTooLarge', 'InvalidMimeType'].includes(codeOf(error))
}

function wordsFor(error: unknown): [title: string, description: string] {
  const failed = t('media.upload.failed')
  switch (codeOf(error)) {
    case 'not_an_image':
      return [t('media.upload.type'), t('media.upload.type.hint')]
    case 'too_large':
    case 'EntityTooLarge':
      return [t('media.upload.large'), t('media.upload.large.hint')]
    case 'InvalidMimeType':
      return [failed, t('media.upload.unreadable')]
    case 'SlowDown':
      return [failed, t('media.upload.slowDown')]
    case 'AccessDenied':
      return [failed, t('media.upload.denied')]
  }
  if (isSessionExpired(error)) return [failed, t('media.upload.session')]
  if (isTemporary(error)) return [failed, t('media.upload.unreachable')]
  return [failed, t('media.upload.failed.hint')]
}
