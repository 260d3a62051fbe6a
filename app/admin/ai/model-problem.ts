import { t } from '#app/admin/messages.ts'
import type { AiModelState } from '#core/domain/ai-model.ts'

/** Why no model can be asked; `isUnset` means that nothing can be begun, else what is begun waits. */
export interface ModelProblem {
  isUnset: boolean
  title: string
  text: string
}

/** What has to be set before a model can be asked; null when nothing has. */
export function modelProblemOf({
  connection,
  key_readable,
  monthly_budget,
  spent,
}: AiModelState): ModelProblem | null {
  if (!connection) return { isUnset: true, title: t('ai.notice.noneTitle'), text: t('ai.notice.none') }
  if (!key_readable) return { isUnset: true, title: t('ai.notice.keyTitle'), text: t('ai.notice.key') }
  if (monthly_budget !== null && spent >= monthly_budget)
    return { isUnset: false, title: t('ai.notice.budgetTitle'), text: t('ai.notice.budget') }
  return null
}
