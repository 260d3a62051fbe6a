/** What it concerns when a language is switched off. */
export interface LanguageFigures {
  /** Articles in it. */
  published: number
  drafts: number
  /** Translations into it that are being made. */
  under_way: number
  /** Those who get the newsletter in it. */
  subscribers: number
  /** Of newsletters that are not sent yet. */
  editions: number
}
