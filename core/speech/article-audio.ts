import type { SpokenBlock } from '#core/speech/read-blocks.ts'

/**
 * The recording of an article, as the server describes it beside the file (`articleAudioPath`). The address of the file is the attribute
 * `data-audio` of the button that has the article read aloud. A block that the page does not have, because either is older than the other,
 * is heard and not shown.
 */
export interface ArticleAudio {
  /** On this site: the content security policy allows no other. */
  url: string
  seconds: number
  bytes: number
  /** The statement about the voice, as a sentence in the language of the article. */
  statement: string
  /** The beginning of each block, in seconds, in order. */
  blocks: readonly { id: SpokenBlock['id']; start: number }[]
}

/** Parses the server's description; null if something else has answered. */
export function parseArticleAudio(json: unknown): ArticleAudio | null {
  const audio = json as Partial<ArticleAudio> | null
  const isWhole =
    typeof audio?.statement === 'string' &&
    Array.isArray(audio.blocks) &&
    audio.blocks.every((block) => typeof block?.id === 'string' && Number.isFinite(block.start))
  return isWhole ? (audio as ArticleAudio) : null
}
