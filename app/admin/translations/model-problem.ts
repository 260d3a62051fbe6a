import { t } from '#app/admin/messages.ts'
import type { AiModelState } from '#core/domain/ai-model.ts'

/** Why no model can be asked; `isUnset` means that nothing can be begun, else what is begun waits. */
export interface ModelProblem {
  isUnset: boolean
  title: string
  text: string
}

/** What has to be set before a model can be asked; null when nothing has. */
export function modelProblemOf(state: AiModelState): ModelProblem | null {
  if (!state.key_readable)
    return { isUnset: true, title: t('translations.model.keyTitle'), text: t('translations.model.key') }
  if (!state.connection)
    return { isUnset: true, title: t('translations.model.noneTitle'), text: t('translations.model.none') }
  if (state.monthly_budget !== null && state.spent >= state.monthly_budget)
    return {
      isUnset: false,
      title: t('translations.model.budgetTitle'),
      text: t('translations.model.budget'),
    }
  return null
}
