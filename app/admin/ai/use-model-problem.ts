import { useQuery } from '@tanstack/react-query'
import { aiModelQuery } from '#app/admin/ai/ai-queries.ts'
import { type ModelProblem, modelProblemOf } from '#app/admin/ai/model-problem.ts'

/** What has to be set before a model can be asked; undefined until that is known. */
export function useModelProblem(): ModelProblem | null | undefined {
  const { data } = useQuery(aiModelQuery)
  return data && modelProblemOf(data)
}
