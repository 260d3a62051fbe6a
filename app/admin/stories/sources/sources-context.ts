import { createContext } from 'react'
import type { SentenceState } from '#app/admin/stories/sources/live/open-sentences.ts'
import type { SourceActions } from '#app/admin/stories/sources/use-source-actions.ts'
import type { ArticleSources, ReadSource } from '#core/data/sourced-articles.ts'
import type { ArticleRights } from '#core/domain/article-rights.ts'
import type { SentenceSignature } from '#core/domain/sourced-article.ts'
import type { JudgedSentence } from '#core/newsroom/judge/judge.ts'

/** The sources of an article, and how its text was judged last. */
export interface SourcedDraft {
  articleId: string
  stored: ArticleSources
  /** The sources, with the texts that were opened here. */
  sources: readonly ReadSource[]
  sentences: readonly JudgedSentence[]
  /** Of each sentence. */
  states: readonly SentenceState[]
  signatures: ReadonlyMap<string, SentenceSignature>
  /** The sentence under the cursor; -1 without one. */
  current: number
  wasJudged: boolean
  rights: ArticleRights
  actions: SourceActions
  /** The act that the keys ask of the panel; each wish is an object of its own. */
  wish: { what: 'cite' | 'sign' } | null
  goTo: (index: number) => void
  walk: (direction: 'next' | 'previous') => void
  /** Puts the focus back into the text. */
  focusText: () => void
}

interface SourcesOfForm {
  /** True if they have a tab; undefined until it is known. */
  isShown: boolean | undefined
  /** Null for an article that rests on no sources. */
  draft: SourcedDraft | null
  /** Begins to cite sources; null where that cannot be. */
  begin: (() => void) | null
  /** Makes items of the newsroom sources of the article, which rests on sources from then on. */
  add: (itemIds: string[]) => Promise<boolean>
}

export const SourcesContext = createContext<SourcesOfForm>({
  isShown: false,
  draft: null,
  begin: null,
  add: async () => false,
})
