import type { Language } from '#core/i18n/languages.ts'

export const MAX_DAYS_BACK = 31
export const DEFAULT_DAYS_BACK = 7

export interface GenerateRequest {
  daysBack?: number
  /** A draft that is composed again. Without it a new one is made, unless there is one for the coming Sunday. */
  issueId?: string
  /** True to make a new one in any case. */
  another?: boolean
  /** English unless another one is named. */
  language?: Language
}

/** Sentences for the desk about the parts of a model's answer, or of the articles, that were not used. */
export type Dropped = string[]

export interface GenerateAnswer {
  success: true
  /** `content` is the HTML of the edition, `articleCount` how many articles are in it. */
  newsletter: { subject: string; content: string; articleCount: number }
  issueId: string
  /** Null when there was one for the coming Sunday, which stays as it is. */
  composedBy: 'model' | 'rules' | null
  /** The reason why no model composed it; null when one did. */
  reason: string | null
  dropped: Dropped
}

export interface RedoItemRequest {
  itemId: string
  language: Language
}

export interface RedoItemAnswer {
  success: true
  summary: string
  composedBy: 'model' | 'rules'
  reason: string | null
  dropped: Dropped
}

export interface TranslateIssueRequest {
  issueId: string
  languages: Exclude<Language, 'en'>[]
  /** True to replace texts by people as well. */
  replaceTexts?: boolean
}

export interface TranslateIssueAnswer {
  success: true
  /** The outcome for each language, in the order of the request. */
  editions: {
    language: Exclude<Language, 'en'>
    /**
     * - `rules`: the model could not be used, so it is made of the articles in that language
     * - `kept`: a person wrote it; only summaries of items were translated
     * - `failed`: the model could not be used, and the edition stays as it was; when all fail, the call is refused
     */
    status: 'translated' | 'rules' | 'kept' | 'failed'
    /** The reason why the model could not be used. */
    reason: string | null
    dropped: Dropped
  }[]
}

export interface ReviewEditionRequest {
  issueId: string
  language: Language
  /** The version that was read; another one is not marked. */
  updatedAt?: string
}

export interface PreviewRequest {
  issueId: string
  language: Language
  subject?: string
  content?: string
  /** The sections that a subscriber has chosen; the whole issue if absent. */
  sections?: readonly string[]
}

export interface PreviewAnswer {
  html: string
  text: string
  bytes: number
  content: string
  /** True if nothing is sent, because nothing in it is of these sections. */
  isEmpty: boolean
}
