/**
 * What is known of a language, once for everything that reads or writes it: the check before publishing, the checks of translations, the
 * judge, the search, the newsletter and the voice. Each language has its file beside this one.
 */
export interface LanguageFacts {
  /** Words in lower case, with spaces between them, that have a function in sentences and no subject: articles, prepositions, pronouns. */
  functionWords: string
  search: SearchFacts
}

/** How words are found again in other forms. What is compared is in lower case, with its accents. */
export interface SearchFacts {
  /** The Snowball dictionary of PostgreSQL. */
  stemmer: string
  /** Function words that are the subject of texts too, and so are searched for. */
  subjects?: string
  /** What is cut off before an apostrophe, such as the French "l'". */
  elisions?: string
  /** The word between two that are alternatives in a query, beside OR. */
  or?: string
  /** Patterns of spellings with what they become, for words that are spelled in several ways. */
  spellings?: readonly (readonly [pattern: string, replacement: string])[]
  /** What becomes of an ending before the stemmer sees it: plurals that it does not know. One of five letters may be a whole word. */
  endings?: Readonly<Record<string, string>>
  /** Words whose forms follow no rule, each with one of its other forms. */
  forms?: Readonly<Record<string, string>>
  /** Signs of money and the like, in words. */
  signs?: Readonly<Record<string, string>>
  /** What stands after a number, in words. */
  magnitudes?: Readonly<Record<string, string>>
}
