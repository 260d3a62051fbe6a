/** The findings that keep a sentence from being published, until it is edited, deleted or signed. */
export const RED_CODES = [
  /** It cites nothing. */
  'uncited',
  /** It cites something that is not a source of the article, or was removed. */
  'unknown_source',
  'source_withdrawn',
  'number_not_in_source',
  'date_not_in_source',
  /** A unit, currency, percentage or order of magnitude. */
  'unit_not_in_source',
  'name_not_in_source',
  /** The source says this number about somebody else. */
  'number_moved',
  /** The source has these names the other way round. */
  'names_swapped',
  'negation_lost',
  'negation_added',
  /** The source says that it may be, is planned, or is claimed. */
  'modality_lost',
  'quote_changed',
  /** The cited sentence speaks to a language model. */
  'instruction',
  'copied_passage',
  'address',
  'markup',
  'hidden_character',
  'wrong_language',
] as const

/** The findings that somebody should look at. */
export const AMBER_CODES = [
  /** It has few of the words of its citations. */
  'little_in_common',
  /** It rests on one origin, which it does not name. */
  'origin_not_named',
  /** Sources of the article have another figure for it. */
  'figures_differ',
  'source_old',
  'source_corrected',
  /** Its source also speaks to a language model. */
  'instruction_nearby',
  /** A figure, a name or a certainty that only a reader of both can compare. */
  'unclear',
  /** It was covered, and has changed since it was last looked at. */
  'changed',
  /** The second opinion of the model. */
  'doubted',
] as const

export type JudgeCode = (typeof RED_CODES)[number] | (typeof AMBER_CODES)[number]
export type Verdict = 'green' | 'amber' | 'red'

/** A finding in a sentence. It contains no text for people. */
export interface JudgeFinding {
  code: JudgeCode
  /** The words of the sentence that it is about; empty for the whole sentence. */
  quote: string
  /** The words with which it is compared: those of the source, or of other sources. */
  other: string
}

/** Findings that nobody can answer for with a signature: the words are somebody else's, or it is not a sentence for readers. */
export const NOT_SIGNABLE: readonly JudgeCode[] = [
  'instruction',
  'copied_passage',
  'quote_changed',
  'address',
  'markup',
  'hidden_character',
]
