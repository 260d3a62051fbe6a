import { deskQuery } from '#app/admin/query/desk-query.ts'
import { readAiModel } from '#core/data/ai-model.ts'

export const AI_MODEL_KEY = ['ai-model']

export const aiModelQuery = deskQuery(AI_MODEL_KEY, readAiModel)
