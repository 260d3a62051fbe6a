import { z } from '#core/domain/schema.ts'

/** The APIs of language models; `openai-compatible` are servers such as Ollama, vLLM and LM Studio. */
export const AI_PROVIDERS = ['openai', 'anthropic', 'openai-compatible'] as const
export type AiProvider = (typeof AI_PROVIDERS)[number]

/** The addresses of the providers that have one of their own. */
export const PROVIDER_ADDRESSES: Record<AiProvider, string | null> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': null,
}

const ADDRESS_MAX_LENGTH = 500
export const CONCURRENCY_MAX = 50
export const PRICES_MAX = 30

const visible = (longest: number, what: string) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be empty')
    .regex(/^[\x21-\x7e]*$/, `Must be ${what} without spaces`)
    .max(longest, `Must have at most ${longest} characters`)

export const aiModelName = visible(200, 'the name of a model')
export const aiKey = visible(500, 'a key')
/** An address without a slash at its end. Userinfo, a query and a fragment are refused: a key has a field of its own. */
export const aiAddress = z
  .string()
  .trim()
  .max(ADDRESS_MAX_LENGTH, `Must have at most ${ADDRESS_MAX_LENGTH} characters`)
  .refine(isModelAddress, 'Must be an address such as http://127.0.0.1:11434/v1, without a user or a query')
  .transform((text) => new URL(text).href.replace(/\/+$/, ''))

/** The APIs of speech models: each has `POST /audio/speech`, as OpenAI describes it. */
export const SPEECH_PROVIDERS = ['openai', 'openai-compatible'] as const satisfies readonly AiProvider[]
export const VOICES_MAX = 30
const aiVoice = visible(100, 'the name of a voice')

const connection = {
  provider: z.enum(AI_PROVIDERS),
  model: aiModelName,
  /** Null for the provider's own address. */
  base_url: aiAddress.nullable(),
}

const hasAddress = ({ provider, base_url }: { provider: AiProvider; base_url: string | null }) =>
  (base_url ?? PROVIDER_ADDRESSES[provider]) !== null
const NO_ADDRESS = { path: ['base_url'], message: 'Must be set for this provider' }

// A provider refuses requests without a key.
const hasKey = ({
  provider,
  base_url,
  key,
}: {
  provider: AiProvider
  base_url: string | null
  key?: string | null | undefined
}) => key !== null || base_url !== null || !PROVIDER_ADDRESSES[provider]
const NO_KEY = { path: ['key'], message: 'Must be set for this provider' }

/** A connection as it is typed: the key is absent to leave the stored one, null to remove it. */
export const typedAiConnection = z
  .strictObject({ ...connection, key: aiKey.nullable().optional() })
  .refine(hasAddress, NO_ADDRESS)
  .refine(hasKey, NO_KEY)
export type TypedAiConnection = z.infer<typeof typedAiConnection>

/** A connection to a speech model as it is typed. */
export const typedSpeechConnection = z
  .strictObject({
    ...connection,
    provider: z.enum(SPEECH_PROVIDERS),
    /** The voice for each language that has none of its own. */
    voice: aiVoice,
    voices: z
      .array(
        z.strictObject({ language: z.string().regex(/^[a-z]{2,3}$/, 'Must be a language'), voice: aiVoice }),
      )
      .max(VOICES_MAX, `Must have at most ${VOICES_MAX} languages`)
      .refine(
        (voices) => new Set(voices.map(({ language }) => language)).size === voices.length,
        'Must not have a language twice',
      ),
    key: aiKey.nullable().optional(),
  })
  .refine(hasAddress, NO_ADDRESS)
  .refine(hasKey, NO_KEY)
export type TypedSpeechConnection = z.infer<typeof typedSpeechConnection>

const price = z
  .number('Must be a number')
  .min(0, 'Must be 0 or more')
  .max(1_000_000, 'Must be at most 1,000,000')

/** The price of a million tokens of a model; of a speech model, of a million characters (input) and a million seconds of sound (output). */
const modelPrice = z.strictObject({ model: aiModelName, input: price, output: price })
export type ModelPrice = z.infer<typeof modelPrice>

export const aiCosts = z.strictObject({
  /** The most concurrent calls of a process. */
  concurrency: z
    .int('Must be a whole number')
    .min(1, 'Must be 1 or more')
    .max(CONCURRENCY_MAX, `Must be at most ${CONCURRENCY_MAX}`),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Must be three capital letters, such as EUR'),
  prices: z
    .array(modelPrice)
    .max(PRICES_MAX, `Must have at most ${PRICES_MAX} models`)
    .refine(
      (prices) => new Set(prices.map(({ model }) => model)).size === prices.length,
      'Must not have a model twice',
    ),
  /** The budget of a calendar month in UTC; null for none. */
  monthly_budget: price.positive('Must be more than 0').nullable(),
})
export type AiCosts = z.infer<typeof aiCosts>

/** A change of the settings. Without `connection` or `speech` the stored one stays; null removes it. */
export const aiModelChange = z.strictObject({
  /** The version that the editor saw. */
  version: z.int().min(0),
  connection: typedAiConnection.nullable().optional(),
  speech: typedSpeechConnection.nullable().optional(),
  ...aiCosts.shape,
})
export type AiModelChange = z.input<typeof aiModelChange>

/** The part of a connection that the desk may see. */
export interface ShownAiConnection {
  provider: AiProvider
  model: string
  base_url: string | null
  has_key: boolean
  /** The last characters of the key, if it is too long to be guessed from them. */
  key_end: string
}

/** The part of the connection to the speech model that the desk may see. */
export interface ShownSpeechConnection extends ShownAiConnection {
  voice: string
  voices: TypedSpeechConnection['voices']
  key_readable: boolean
}

/** The tokens of a model in this month, or characters and seconds; `cost` is null without a price. */
export interface ModelUse {
  model: string
  calls: number
  input_tokens: number
  output_tokens: number
  cost: number | null
}

/** Everything about the language model that administrators see. */
export interface AiModelState extends AiCosts {
  version: number
  /** The variables of the environment that determine the connection; none when the desk does. */
  variables: string[]
  connection: ShownAiConnection | null
  /** False when the stored key was encrypted with another JWT_SECRET. */
  key_readable: boolean
  /** The model that reads articles aloud; null while people hear the voice of their browser alone. */
  speech: ShownSpeechConnection | null
  /** The cost in this month, by today's prices. */
  spent: number
  uses: ModelUse[]
}

export type AiTestResult =
  | { ok: true; model: string; ms: number }
  | { ok: false; code: string; error: string }

/** The characters of a key that may be shown. */
export function endOfKey(key: string): string {
  return key.length >= 20 ? key.slice(-4) : ''
}

function isModelAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#@]/.test(text)
  )
}
