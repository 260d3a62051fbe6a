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

/** The origin of a version of an article, each list in the order of time. */
export interface VersionRecord {
  id: string
  language: Language
  slug: string
  title: string
  author: string
  published: boolean
  publish_date: string
  created_at: string
  updated_at: string
  /** The times it was saved; `by` is null for the program. */
  saves: { at: string; by: RecordedPerson | null; note: string | null; published: boolean }[]
  /** The origin of a translation; null for an original, and when that was not recorded. */
  translation:
    | (Pick<ArticleTranslation, 'origin' | 'model' | 'source_revision' | 'translated_at' | 'reviewed_at'> &
        Pick<ArticleTranslation, 'stale_since' | 'corrected_at'>)
    | null
  runs: (Pick<TranslationRun, 'requested_at' | 'started_at' | 'ended_at' | 'status' | 'model'> &
    Pick<TranslationRun, 'segments' | 'segments_reused'> & { requested_by: RecordedPerson | null })[]
  /** The people who approved segments of the present text, with the number of segments and the last time. */
  approvals: { by: RecordedPerson | null; segments: number; last_at: string }[]
  corrections: { at: string; text: string }[]
  /** Its sources; null for an article without sources. */
  sourcing: SourcingRecord | null
  /** Its other entries in the audit log. */
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

/** The people who have written, translated, reviewed and corrected an article, the models, and the person responsible for it. */
export interface ArticleRecord {
  exported_at: string
  responsible: SettingValues['editorial_responsibility'] | null
  /** The original first. */
  versions: VersionRecord[]
}
