import * as z from 'zod'
import { addressOf, type ModelConnection, type SpeechConnection } from '#server/platform/ai/ai-settings.ts'
import { describeRefusal } from '#server/platform/ai/generate-text.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { type Finding, ok, problem, warning } from '#server/platform/checks/check.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
import { readBounded } from '#server/platform/provider-response.ts'

/** A list of models is longer at no provider. */
const MAX_LIST_BYTES = 4 * 1024 * 1024
const SETTINGS = 'Settings → Language model on the desk tests it.'

/** Checks the language model by asking for its list of models, which costs nothing; servers without one answer 404. */
export async function checkModel(
  ai: Pick<LanguageModel, 'readState' | 'requireConnection'>,
  signal: AbortSignal,
): Promise<Finding> {
  const { connection: shown, key_readable, monthly_budget, spent } = await ai.readState()
  if (!shown) return ok('No language model is set up.')
  if (!key_readable)
    return problem(
      'The stored key of the language model cannot be decrypted, because JWT_SECRET is another.',
      'Enter the key again: Settings → Language model.',
    )
  const connection = await ai.requireConnection()
  const refusal = await findRefusal(connection, signal)
  if (refusal) return problem(refusal, SETTINGS)
  if (monthly_budget !== null && spent >= monthly_budget)
    return warning(
      'The budget of this month for the language model is used up.',
      'Raise it in Settings → Language model, or wait for the next month.',
    )
  return ok(`${new URL(addressOf(connection)).host} answers for the language model ${connection.model}.`)
}

async function findRefusal(connection: ModelConnection, signal: AbortSignal): Promise<string | null> {
  const { provider, key } = connection
  const { host } = new URL(addressOf(connection))
  const ofAnthropic = { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' }
  const headers = provider === 'anthropic' ? ofAnthropic : { authorization: `Bearer ${key ?? ''}` }
  try {
    const url = `${addressOf(connection).replace(/\/$/, '')}/models`
    const response = await fetch(url, { headers: key ? headers : {}, redirect: 'manual', signal })
    const body = (await readBounded(response, MAX_LIST_BYTES)) ?? ''
    const { ok, status } = response
    return ok || status === 404 || status === 405
      ? null
      : describeRefusal(connection, { status, headers: response.headers, body }).message
  } catch (error) {
    if (signal.aborted) throw error
    return `The language model at ${host} cannot be reached: ${inPlainWords(error)}.`
  }
}

/** An administrator waits for the result. */
const TEST_TIMEOUT_MS = 30_000
const ID = 'greeting'

const answer = z.object({
  segments: z.array(z.object({ id: z.literal(ID), text: z.string().min(1) })).length(1),
})

/**
 * Has a model translate two words, so that the test covers the connection and the form of the answer.
 * @throws ModelError
 */
export async function testConnection(
  ai: Pick<LanguageModel, 'askOnce'>,
  connection: ModelConnection,
): Promise<{ model: string; ms: number }> {
  const { model, ms } = await ai.askOnce(
    connection,
    {
      system:
        'You translate news. Translate the text of each segment from the language "source" to the language "target". Answer with {"segments":[{"id","text"}]}, with the ids that you were given.',
      input: {
        task: 'translate',
        source: 'en',
        target: 'de',
        title: '',
        section: '',
        glossary: [],
        style: '',
        segments: [{ id: ID, text: 'Good morning.' }],
      },
      answer,
      usedFor: 'test',
    },
    { timeoutMs: TEST_TIMEOUT_MS },
  )
  return { model, ms }
}

/**
 * Has a speech model read two words, so that the test covers the connection, the voice and the sound.
 * @throws ModelError
 */
export async function testSpeech(
  ai: Pick<LanguageModel, 'speakOnce'>,
  connection: SpeechConnection,
): Promise<{ model: string; ms: number }> {
  const start = performance.now()
  await ai.speakOnce(connection, { text: 'Good morning.', language: 'en' }, { timeoutMs: TEST_TIMEOUT_MS })
  return { model: connection.model, ms: Math.round(performance.now() - start) }
}
