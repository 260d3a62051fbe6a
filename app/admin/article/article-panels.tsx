import type { Article } from '#core/domain/article.ts'

export interface ArticlePanelsProps {
  /** As it is stored. */
  article: Article
  /** Whether the form has changes that are not saved. */
  isDirty: boolean
  /** The article was changed outside of the form, which goes on from this version. */
  onChanged: (article: Article) => void
}

/** What can be done with a stored article beside its form: schedule, corrections, preview links, history. */
export function ArticlePanels(_: ArticlePanelsProps) {
  return null
}
