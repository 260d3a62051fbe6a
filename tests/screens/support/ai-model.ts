import type { AiModelState } from '#core/domain/ai-model.ts'
import { EMPTY_DESK } from './empty-desk.ts'

/** No language model is set up. */
export const NO_MODEL = EMPTY_DESK.functions['read-ai-model'] as AiModelState

/** A language model without a price. */
export const A_MODEL: AiModelState = {
  ...NO_MODEL,
  version: 1,
  connection: {
    provider: 'openai-compatible',
    model: 'harbour-7b',
    base_url: 'http://127.0.0.1:11434/v1',
    has_key: true,
    key_end: '1234',
  },
}
