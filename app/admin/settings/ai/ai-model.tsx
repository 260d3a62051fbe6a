import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { MODEL_SETTINGS_PATH } from '#app/admin/kit/paths.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { ScreenLink, useMayOpen } from '#app/admin/kit/session/member.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { readAiModel } from '#core/data/ai-model.ts'
import type { AiModelState } from '#core/domain/ai-model.ts'

export const AI_MODEL_KEY = ['ai-model']

export const aiModelQuery = deskQuery(AI_MODEL_KEY, readAiModel)

/** The reason why no model can be asked; `isUnset` means that nothing can be begun, else what is begun waits. */
export interface ModelProblem {
  isUnset: boolean
  title: string
  text: string
}

/** Returns what has to be set before a model can be asked; null when nothing has. */
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

/** Returns what has to be set before a model can be asked; undefined until that is known. */
export function useModelProblem(): ModelProblem | null | undefined {
  const { data } = useQuery(aiModelQuery)
  return data && modelProblemOf(data)
}

/** Says what has to be set before a model translates. */
export function ModelNotice({ problem, className = '' }: { problem: ModelProblem; className?: string }) {
  const maySet = useMayOpen()(MODEL_SETTINGS_PATH)
  const forOthers = t(problem.isUnset ? 'ai.notice.member' : 'ai.notice.memberBudget')
  return (
    <Notice tone={problem.isUnset ? 'plain' : 'warning'} title={problem.title} className={className}>
      <p>{maySet ? problem.text : forOthers}</p>
      <ScreenLink
        to={MODEL_SETTINGS_PATH}
        className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
      >
        {t('ai.notice.settings')}
      </ScreenLink>
    </Notice>
  )
}
