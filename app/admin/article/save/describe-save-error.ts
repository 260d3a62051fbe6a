import { codeOf } from '#app/admin/errors/classify-error.ts'
import { describeError } from '#app/admin/errors/describe-error.ts'
import { t } from '#app/admin/messages.ts'

/** Why an article was not saved, and that nothing is lost. */
export function describeSaveError(error: unknown): string {
  if (['not_admin', '42501'].includes(codeOf(error))) return t('article.refused.notAdmin')
  return `${describeError(error)} ${t('article.isStillHere')}`
}
