import type { LanguageModelV4 } from '@ai-sdk/provider'
import { addressOf, type ModelConnection } from '#server/ai/model-connection.ts'
import { abortedError, ModelError, unusableAnswer } from '#server/ai/model-error.ts'
import { createModelFetch } from '#server/ai/model-fetch.ts'
import { estimateTokens, type TokenUsage } from '#server/ai/token-usage.ts'

/** Of one request; ten times what the largest models take. */
const MOST_TOKENS = 10_000_000

export interface Prompt {
  system: string
  message: string
  maxOutputTokens?: number | undefined
}

export interface GeneratedText {
  text: string
  usage: TokenUsage
  /** Whether the model was stopped because it had written as much as it may. */
  isCut: boolean
}

/**
 * Asks a model once.
 * @throws ModelError
 */
export async function generateText(
  connection: ModelConnection,
  prompt: Prompt,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<GeneratedText> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const model = await openModel(connection)
    const { content, finishReason, usage } = await model.doGenerate({
      prompt: [
        { role: 'system', content: prompt.system },
        { role: 'user', content: [{ type: 'text', text: prompt.message }] },
      ],
      // Compatible servers differ in which kinds of it they refuse.
      ...(connection.provider === 'openai' && { responseFormat: { type: 'json' } }),
      ...(prompt.maxOutputTokens && { maxOutputTokens: prompt.maxOutputTokens }),
      abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('')
    return {
      text,
      usage: {
        inputTokens: countOf(usage.inputTokens.total, prompt.system.length + prompt.message.length),
        outputTokens: countOf(usage.outputTokens.total, text.length),
      },
      isCut: finishReason.unified === 'length',
    }
  } catch (error) {
    if (signal?.aborted) throw abortedError()
    const { host } = new URL(addressOf(connection))
    if (timeout.aborted)
      throw new ModelError('away', `${host} gave no answer within ${Math.ceil(timeoutMs / 1000)} seconds.`)
    if (error instanceof ModelError) throw error
    // Errors of the packages have the request in them, so only the fact is passed on.
    throw unusableAnswer('the response is not that of a language model.')
  }
}

/** Loaded with the first request, because a process that never asks should not pay for it. */
async function openModel(connection: ModelConnection): Promise<LanguageModelV4> {
  const { provider, model, key } = connection
  // Given in any case: without them the packages would read variables of other programs.
  const options = { baseURL: addressOf(connection), apiKey: key ?? '', fetch: createModelFetch(connection) }
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options).chat(model)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options).messages(model)
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({ ...options, name: 'compatible' }).chatModel(model)
    }
  }
}

/** A count of a server that cannot be right would use up the budget, so it is estimated instead. */
function countOf(counted: number | undefined, characters: number): number {
  const isPlausible = Number.isSafeInteger(counted) && Number(counted) >= 0 && Number(counted) <= MOST_TOKENS
  return isPlausible ? Number(counted) : estimateTokens(characters)
}
