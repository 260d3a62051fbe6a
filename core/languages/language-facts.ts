/**
 * What is known of a language, once for everything that reads or writes it: the check before publishing, the checks of translations, the
 * judge, the search, the newsletter and the voice. Each language has its file beside this one.
 */
export interface LanguageFacts {
  /** Words in lower case, with spaces between them, that have a function in sentences and no subject: articles, prepositions, pronouns. */
  functionWords: string
  search: SearchFacts
}

/** How words are found again in other forms. */
export interface SearchFacts {
  /** The Snowball dictionary of PostgreSQL. */
  stemmer: string
}
