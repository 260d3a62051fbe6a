import type { ArticleTranslation } from '#core/domain/article-translation.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'
import type { SettingValues } from '#core/domain/settings.ts'
import type {
  ArticleSentence,
  ArticleSource,
  Citation,
  SentenceSignature,
  SourcedArticle,
} from '#core/domain/sourced-article.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { JudgeCode } from '#core/newsroom/judge/finding.ts'

/** An administrator. The address is null when the account no longer exists. */
export interface RecordedPerson {
  id: string
  email: string | null
}

/** How a version of an article came about, each list in the order of time. */
export interface VersionRecord {
  id: string
  language: Language
  slug: string
  title: string
  /** Who is named as its author. */
  author: string
  published: boolean
  publish_date: string
  created_at: string
  updated_at: string
  /** Who has saved it, and when; `by` is null for the program. */
  saves: { at: string; by: RecordedPerson | null; note: string | null; published: boolean }[]
  /** How it was translated; null for an original, and when that was not recorded. */
  translation:
    | (Pick<ArticleTranslation, 'origin' | 'model' | 'source_revision' | 'translated_at' | 'reviewed_at'> &
        Pick<ArticleTranslation, 'stale_since' | 'corrected_at'>)
    | null
  /** What a model was asked for. */
  runs: (Pick<TranslationRun, 'requested_at' | 'started_at' | 'ended_at' | 'status' | 'model'> &
    Pick<TranslationRun, 'segments' | 'segments_reused'> & { requested_by: RecordedPerson | null })[]
  /** Who has approved how many segments of the present text, and when last. */
  approvals: { by: RecordedPerson | null; segments: number; last_at: string }[]
  corrections: { at: string; text: string }[]
  /** What it rests on; null for an article without sources. */
  sourcing: SourcingRecord | null
  /** What else was done to it, as the audit log has it. */
  audit: (Pick<AuditEntry, 'reason' | 'details'> & {
    at: string
    by: RecordedPerson | null
    action: string
  })[]
}

interface SourcingRecord
  extends Pick<SourcedArticle, 'model' | 'drafted_at' | 'begun_at' | 'question' | 'length'>,
    Pick<SourcedArticle, 'questioned_at' | 'questioned_model'> {
  begun_by: RecordedPerson | null
  sources: Omit<ArticleSource, 'article_id' | 'item_id' | 'added_by'>[]
  sentences: (Pick<ArticleSentence, 'field' | 'text' | 'kind' | 'verdict'> & {
    cites: Pick<Citation, 'source' | 'sentence'>[]
    findings: JudgeCode[]
  })[]
  signatures: (Pick<SentenceSignature, 'text' | 'reason'> & {
    at: string
    by: RecordedPerson | null
    name: string
  })[]
}

/** Who has written, translated, reviewed and corrected an article, with the help of which model, and who answers for it. */
export interface ArticleRecord {
  exported_at: string
  responsible: SettingValues['editorial_responsibility'] | null
  /** The original first. */
  versions: VersionRecord[]
}
