import { FunctionsHttpError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type {
  AiModelChange,
  AiModelState,
  AiTestResult,
  TypedAiConnection,
  TypedSpeechConnection,
} from '#core/domain/ai-model.ts'

export type SaveAiModelOutcome = 'saved' | 'conflict' | 'set_by_environment' | 'key_needed' | 'invalid'

const OUTCOMES: ReadonlySet<string> = new Set<SaveAiModelOutcome>([
  'conflict',
  'set_by_environment',
  'key_needed',
])

/** @throws when the caller is not allowed to, or the request failed */
export async function readAiModel(client: Client): Promise<AiModelState> {
  const { data, error } = await client.functions.invoke<AiModelState>('read-ai-model', { method: 'GET' })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}

/** Saves the settings of the language model, unless another administrator has changed them since the named version. */
export async function saveAiModel(client: Client, change: AiModelChange): Promise<SaveAiModelOutcome> {
  const { error } = await client.functions.invoke('save-ai-model', { body: change })
  if (!error) return 'saved'
  if (!(error instanceof FunctionsHttpError) || ![400, 409].includes(error.context.status)) throw error
  const body: unknown = await error.context.json().catch(() => null)
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
  return OUTCOMES.has(code) ? (code as SaveAiModelOutcome) : 'invalid'
}

/** Tests the connection in force, or one that was typed. @throws when the caller is not allowed to, or the request failed */
export async function testAiConnection(
  client: Client,
  connection?: TypedAiConnection,
): Promise<AiTestResult> {
  return test(client, connection ? { connection } : {})
}

/** Tests a speech model that was typed. @throws when the caller is not allowed to, or the request failed */
export function testSpeechConnection(client: Client, speech: TypedSpeechConnection): Promise<AiTestResult> {
  return test(client, { speech })
}

async function test(client: Client, body: object): Promise<AiTestResult> {
  const { data, error } = await client.functions.invoke<AiTestResult>('test-ai-connection', { body })
  if (error) throw error
  if (!data) throw new TypeError('The function has returned nothing')
  return data
}
