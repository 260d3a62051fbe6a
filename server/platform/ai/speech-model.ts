import {
  addressOf,
  recordUsage,
  requireReadyToSpeak,
  type SpeechConnection,
} from '#server/platform/ai/ai-settings.ts'
import { describeRefusal } from '#server/platform/ai/generate-text.ts'
import type { ModelTiming, Turn } from '#server/platform/ai/language-model.ts'
import { abortedError, ModelError, type TokenUsage, withRetries } from '#server/platform/ai/model-error.ts'
import {
  isSilent,
  MOST_BYTES_PER_SECOND,
  type Mp3Frames,
  readMp3Frames,
  secondsOf,
  UnusableAudio,
} from '#server/platform/audio/mp3-frames.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { Log } from '#server/platform/log.ts'
import { networkFailure, readBounded, readBoundedBytes } from '#server/platform/provider-response.ts'

/** The length that every server accepts: OpenAI rejects more than 4096 characters. */
export const MAX_SPOKEN_CHARACTERS = 2_000

const MAX_REFUSAL_BYTES = 100_000
/** Between a hasty and a very slow voice: people read about fifteen characters in a second. */
const [MOST_PER_SECOND, LEAST_PER_SECOND] = [50, 4]
/** Room for what an encoder adds, and for pauses of a voice. */
const ADDED_SECONDS = 5

export interface SpeechRequest {
  /** At most MAX_SPOKEN_CHARACTERS. It is read as it is: there is nothing in it that a model would obey. */
  text: string
  language: string
  /** Callers, such as articles, are served in rotation. */
  caller?: string
  /** The model and the voice that the caller began with; any other is refused. */
  voice: SpokenBy
  signal?: AbortSignal | undefined
}

export interface SpokenBy {
  model: string
  voice: string
}

export interface Speech {
  /**
   * Has the speech model of the publication read a text aloud, and counts the cost. Temporary failures are retried. Code checks that the
   * sound is an MP3 with sound, and as long as the text may be, but neither its language nor its words.
   * @throws ModelError
   */
  speak(request: SpeechRequest): Promise<Mp3Frames>
  /** Asks any connection, without retries and whatever the budget, and counts the cost. */
  speakOnce(
    connection: SpeechConnection,
    request: Pick<SpeechRequest, 'text' | 'language' | 'signal'>,
    options: { timeoutMs: number },
  ): Promise<Mp3Frames>
}

/** The model and the voice of a language. */
export function spokenBy({ model, voice, voices }: SpeechConnection, language: string): SpokenBy {
  return { model, voice: voices.find((own) => own.language === language)?.voice ?? voice }
}

export function createSpeech(deps: {
  sql: Sql
  log: Log
  timing: ModelTiming
  inTurn: <T>(turn: Turn<SpeechConnection>, work: (connection: SpeechConnection) => Promise<T>) => Promise<T>
}): Speech {
  const { sql, log, timing, inTurn } = deps

  const speakOnce: Speech['speakOnce'] = async (connection, request, options) => {
    const { text, language } = request
    // In characters, and in seconds of sound.
    const usage: TokenUsage = { inputTokens: text.length, outputTokens: 0 }
    let isPaid = false
    const onAnswer = () => {
      isPaid = true
    }
    try {
      const frames = requireSpeech(await requestSpeech(connection, request, { ...options, onAnswer }), text)
      usage.outputTokens = Math.ceil(secondsOf(frames))
      return frames
    } finally {
      // An answer that is unusable or breaks off was paid for too. A failure to count must not lose it.
      const { model } = spokenBy(connection, language)
      if (isPaid)
        await recordUsage(sql, { model, task: 'speak', usage }).catch((error: unknown) =>
          log.error('What a speech model was asked could not be counted', error),
        )
    }
  }

  return {
    speakOnce,
    speak: (request) =>
      inTurn(
        { caller: request.caller ?? '', signal: request.signal, requireReady: requireReadyToSpeak },
        (connection) => {
          const { model, voice } = spokenBy(connection, request.language)
          if (model !== request.voice.model || voice !== request.voice.voice) throw abortedError()
          const attempt = () => speakOnce(connection, request, { timeoutMs: timing.attemptTimeoutMs })
          return withRetries(attempt, timing, request.signal)
        },
      ),
  }
}

/** Sends `POST /audio/speech` (https://platform.openai.com/docs/api-reference/audio/createSpeech) to the configured origin only. */
async function requestSpeech(
  connection: SpeechConnection,
  { text, language, signal }: Pick<SpeechRequest, 'text' | 'language' | 'signal'>,
  { timeoutMs, onAnswer }: { timeoutMs: number; onAnswer: () => void },
): Promise<Buffer> {
  const { key } = connection
  const { model, voice } = spokenBy(connection, language)
  const url = new URL(`${addressOf(connection)}/audio/speech`)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, voice, input: text, response_format: 'mp3' }),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const { status, headers } = response
    if (!response.ok)
      throw describeRefusal(connection, {
        status,
        headers,
        body: (await readBounded(response, MAX_REFUSAL_BYTES)) ?? '',
      })
    onAnswer()
    const bytes = await readBoundedBytes(response, longestSeconds(text) * MOST_BYTES_PER_SECOND)
    if (!bytes) throw unusableSpeech('it is far too long.')
    return bytes
  } catch (error) {
    if (error instanceof ModelError) throw error
    if (signal?.aborted) throw abortedError()
    if (timeout.aborted)
      throw new ModelError(
        'away',
        `${url.host} gave no answer within ${Math.ceil(timeoutMs / 1000)} seconds.`,
      )
    throw new ModelError('away', `${url.host} cannot be reached: ${networkFailure(error)}.`)
  }
}

/** @throws ModelError when the bytes are not a sound that can be of this text */
function requireSpeech(bytes: Buffer, text: string): Mp3Frames {
  try {
    const frames = readMp3Frames(bytes)
    const seconds = secondsOf(frames)
    if (seconds > longestSeconds(text)) throw new UnusableAudio('it is far too long.')
    if (seconds < text.length / MOST_PER_SECOND) throw new UnusableAudio('it is far too short.')
    if (isSilent(frames)) throw new UnusableAudio('it is silent.')
    return frames
  } catch (error) {
    if (error instanceof UnusableAudio) throw unusableSpeech(error.message)
    throw error
  }
}

const longestSeconds = (text: string): number => ADDED_SECONDS + text.length / LEAST_PER_SECOND

const unusableSpeech = (problem: string) =>
  new ModelError(
    'answer_unusable',
    `The speech model gave a sound that cannot be used: ${problem} Try again. If that does not help, choose another voice or model.`,
    {
      problem,
    },
  )
