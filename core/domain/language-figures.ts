/** The numbers that show what switching off a language affects. */
export interface LanguageFigures {
  /** Published articles in it. */
  published: number
  drafts: number
  /** Translations into it that are under way. */
  under_way: number
  /** Subscribers who get the newsletter in it. */
  subscribers: number
  /** Editions of newsletters that are not sent yet. */
  editions: number
}
