import * as z from 'zod'
import type { ModelConnection, SpeechConnection } from '#server/platform/ai/ai-settings.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'

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
