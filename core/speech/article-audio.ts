import type { SpokenBlock } from '#core/speech/read-blocks.ts'

/**
 * The sound of an article, as its page names it: JSON in the attribute `data-audio` of the button *Listen*. Blocks that the page no longer
 * has are skipped when its text is followed.
 */
export interface ArticleAudio {
  /** On this site, as the content security policy wants. */
  url: string
  /** Where each block begins, in seconds, in order. */
  blocks: { id: SpokenBlock['id']; start: number }[]
}
