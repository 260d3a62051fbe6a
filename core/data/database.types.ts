import type { AccountSession } from '#core/domain/account-session.ts'
import type { Article, ArticleSummary, Category } from '#core/domain/article.ts'
import type {
  ArticleCorrection,
  CorrectionAnswer,
  CorrectionChangeAnswer,
  CorrectionSource,
  PublishedCorrection,
} from '#core/domain/article-correction.ts'
import type { ArticlePreview, PreviewAnswer, PreviewedArticle } from '#core/domain/article-preview.ts'
import type { ArticleRecord } from '#core/domain/article-record.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'
import type {
  ArticleSchedule,
  PublishAnswer,
  ScheduleAnswer,
  StoryVersion,
} from '#core/domain/article-schedule.ts'
import type {
  ArticleTranslation,
  PendingTranslation,
  TranslationPart,
  TranslationSegment,
} from '#core/domain/article-translation.ts'
import type { PurgedText, RestoreAnswer, TrashedArticle } from '#core/domain/article-trash.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'
import type { CheckOverride } from '#core/domain/check-override.ts'
import type { Dashboard } from '#core/domain/dashboard.ts'
import type {
  GlossaryProposal,
  GlossaryTerm,
  ProposalWithExamples,
  TranslationEdit,
} from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues } from '#core/domain/glossary-term-input.ts'
import type { MailStatus } from '#core/domain/mail-status.ts'
import type { LibraryFile, MediaFile, MediaUseRow } from '#core/domain/media-file.ts'
import type { NewsletterClick } from '#core/domain/newsletter-click.ts'
import type {
  NewsletterDelivery,
  NewsletterEdition,
  NewsletterIssue,
  NewsletterIssueEvent,
  NewsletterItem,
  NewsletterMessage,
  NewsletterSummary,
} from '#core/domain/newsletter-issue.ts'
import type { MessageCounts, NewsletterReport } from '#core/domain/newsletter-report.ts'
import type { ListedNewsletter, PublishedNewsletter } from '#core/domain/published-newsletter.ts'
import type { RelatedArticle } from '#core/domain/related-article.ts'
import type { SearchHit } from '#core/domain/search.ts'
import type { SettingChange } from '#core/domain/settings.ts'
import type { ConfirmationResult, NewsletterSubscriber, SubscribeResult } from '#core/domain/subscriber.ts'
import type { SubscriberCounts, SubscriberWeek } from '#core/domain/subscriber-figures.ts'
import type { SubscriberRecord } from '#core/domain/subscriber-record.ts'
import type { CoveredArticle } from '#core/domain/translation-coverage.ts'
import type { ReportAnswer, TranslationReport } from '#core/domain/translation-report.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'
import type { TranslationToReview } from '#core/domain/translation-to-review.ts'
import type { WorkingCopy } from '#core/domain/working-copy-input.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The part of the database that the official client can reach. A test compares it with the real tables. */
export type Database = {
  /** The official client derives the methods that it offers from this version. */
  __InternalSupabase: { PostgrestVersion: '14' }
  public: {
    Tables: {
      articles: Table<
        Article & {
          /** Only to be written: the reason of this save, for the history. It is always read as null. */
          revision_note: string | null
        }
      >
      article_revisions: Table<ArticleRevision>
      article_trash: Table<TrashedArticle>
      article_schedules: Table<ArticleSchedule>
      article_corrections: Table<ArticleCorrection & CorrectionSource>
      article_previews: Table<ArticlePreview>
      article_check_overrides: Table<CheckOverride>
      article_translations: Table<ArticleTranslation>
      glossary_proposals: Table<GlossaryProposal>
      glossary_terms: Table<GlossaryTerm>
      pending_translations: Table<PendingTranslation>
      translation_edits: Table<TranslationEdit>
      translation_parts: Table<TranslationPart>
      translation_reports: Table<TranslationReport>
      translation_runs: Table<TranslationRun>
      translation_segments: Table<TranslationSegment>
      working_copies: Table<WorkingCopy & { title: string }>
      audit_log: Table<AuditEntry>
      media_files: Table<MediaFile>
      media_uses: Table<MediaUseRow>
      user_roles: Table<{ id: string; user_id: string; role: 'admin'; created_at: string }>
      newsletter_clicks: Table<NewsletterClick>
      newsletter_deliveries: Table<NewsletterDelivery>
      newsletter_editions: Table<NewsletterEdition>
      newsletter_issue_events: Table<NewsletterIssueEvent>
      newsletter_issues: Table<NewsletterIssue>
      newsletter_items: Table<NewsletterItem>
      newsletter_messages: Table<NewsletterMessage>
      newsletter_subscribers: Table<NewsletterSubscriber>
      newsletter_summaries: Table<NewsletterSummary>
      newsletter_send_tickets: Table<{
        ticket_hash: string
        email: string
        created_at: string
        expires_at: string
        used_at: string | null
      }>
      settings: Table<{
        key: string
        value: NonNullable<unknown>
        updated_at: string
        updated_by: string | null
      }>
      slug_redirects: Table<{ slug: string; language: Language; article_id: string; created_at: string }>
      mail_deliveries: Table<{
        id: string
        kind: string
        recipient: string
        subject: string
        status: MailStatus
        attempts: number
        last_error: string | null
        message_id: string | null
        created_at: string
        updated_at: string
        sent_at: string | null
      }>
      outbox_mails: Table<{
        id: number
        created_at: string
        message_id: string
        sender: string
        recipient: string
        subject: string
        body_text: string
        body_html: string
        headers: Record<string, unknown>
      }>
    }
    Views: {
      translated_articles: View<
        ArticleSummary & { original_id: string; original_category: Category; original_publish_date: string }
      >
      author_articles: View<ArticleSummary & { author_slug: string }>
      published_corrections: View<PublishedCorrection>
      media_library: View<LibraryFile>
    }
    Functions: {
      subscribe_newsletter: { Args: { p_email: string; p_language?: string }; Returns: SubscribeResult }
      confirm_newsletter_subscription: { Args: { p_token: string }; Returns: ConfirmationResult }
      find_published_newsletter: {
        Args: { p_slug: string; p_language: string }
        Returns: { [Column in keyof PublishedNewsletter]: PublishedNewsletter[Column] }[]
      }
      list_published_newsletters: {
        Args: { p_language: string; p_limit?: number; p_offset?: number }
        Returns: { [Column in keyof ListedNewsletter]: ListedNewsletter[Column] }[]
      }
      read_newsletter_report: { Args: { p_issue_id: string }; Returns: NewsletterReport | null }
      count_newsletter_messages: { Args: { p_from: string; p_until: string }; Returns: MessageCounts[] }
      subscriber_figure: { Args: Record<never, never>; Returns: { subscribers: number | null } }
      search_articles: {
        Args: {
          p_query: string
          p_language?: string
          p_limit?: number
          p_offset?: number
          p_category?: string | null
          p_from?: string | null
          p_until?: string | null
          p_author?: string | null
        }
        Returns: { [Column in keyof SearchHit]: SearchHit[Column] }[]
      }
      find_author: {
        Args: { p_slug: string }
        Returns: { slug: string; name: string; languages: Language[] }[]
      }
      list_authors: {
        Args: { p_language?: string; p_limit?: number; p_after?: string }
        Returns: { slug: string; name: string }[]
      }
      list_related_articles: {
        Args: { p_article_id: string; p_language: string; p_limit?: number }
        Returns: { [Column in keyof RelatedArticle]: RelatedArticle[Column] }[]
      }
      load_dashboard: { Args: { p_from: string; p_until: string }; Returns: Dashboard }
      search_desk: {
        Args: {
          p_search: string
          p_published: boolean | null
          p_language?: string | null
          p_category?: string | null
          p_featured?: boolean | null
          p_sort?: string
          p_descending?: boolean
          p_offset?: number
          p_limit?: number
        }
        Returns: { total: number; ids: string[] }
      }
      list_subscribers: {
        Args: {
          p_search?: string | null
          p_status?: string | null
          p_activity?: string | null
          p_language?: string | null
          p_left?: string | null
          p_sort?: string
          p_descending?: boolean
          p_offset?: number
          p_limit?: number
        }
        Returns: { total: number; rows: NewsletterSubscriber[] }
      }
      count_subscribers: { Args: Record<never, never>; Returns: SubscriberCounts }
      load_subscriber_growth: { Args: { p_weeks?: number }; Returns: SubscriberWeek[] }
      find_subscriber: { Args: { p_id: string }; Returns: SubscriberRecord | null }
      list_story_versions: { Args: { p_article_id: string }; Returns: StoryVersion[] }
      save_settings: { Args: { p_changes: SettingChange[] }; Returns: { conflicts: string[] } }
      publish_articles: { Args: { p_ids: string[] }; Returns: PublishAnswer[] }
      report_translation: {
        Args: { p_translation_id: string; p_quote: string; p_comment?: string }
        Returns: ReportAnswer
      }
      export_article_record: { Args: { p_article_id: string }; Returns: ArticleRecord | null }
      cancel_translation: { Args: { p_run_id: string }; Returns: { status: 'cancelled' | 'ended' } }
      list_translation_coverage: {
        Args: {
          p_search?: string | null
          p_category?: string | null
          p_published?: boolean | null
          p_since?: string | null
          p_states?: readonly string[] | null
          p_language?: string | null
          p_descending?: boolean
          p_offset?: number
          p_limit?: number
        }
        Returns: { total: number; rows: CoveredArticle[] }
      }
      list_translations_to_review: {
        Args: {
          p_language?: string | null
          p_except_original?: string | null
          p_offset?: number
          p_limit?: number
        }
        Returns: { total: number; rows: TranslationToReview[] }
      }
      import_glossary: {
        Args: { p_terms: GlossaryTermValues[] }
        Returns: { added: number; changed: number }
      }
      list_glossary_proposals: {
        Args: Record<never, never>
        Returns: { total: number; proposals: ProposalWithExamples[] }
      }
      schedule_article: {
        Args: { p_article_id: string; p_publish_at: string; p_zone: string }
        Returns: ScheduleAnswer
      }
      restore_article: {
        Args: { p_trash_id: string; p_slug?: string | null; p_as_draft?: boolean }
        Returns: RestoreAnswer
      }
      purge_article_text: { Args: { p_article_id: string; p_reason: string }; Returns: PurgedText }
      add_correction: { Args: { p_article_id: string; p_text: string }; Returns: CorrectionAnswer }
      change_correction: { Args: { p_id: string; p_text: string }; Returns: CorrectionChangeAnswer }
      delete_correction: { Args: { p_id: string }; Returns: CorrectionChangeAnswer }
      create_article_preview: { Args: { p_article_id: string; p_days?: number }; Returns: PreviewAnswer }
      find_article_preview: {
        Args: { p_token: string; p_language?: string | null }
        Returns: PreviewedArticle | null
      }
      list_my_sessions: {
        Args: Record<PropertyKey, never>
        Returns: { [Column in keyof AccountSession]: AccountSession[Column] }[]
      }
      list_administrators: {
        Args: Record<never, never>
        Returns: {
          user_id: string | null
          email: string
          status: 'active' | 'invited'
          created_at: string
          last_sign_in_at: string | null
          has_factor: boolean
        }[]
      }
      remove_administrator: { Args: { p_user_id: string }; Returns: { removed: boolean } }
      withdraw_invitation: { Args: { p_email: string }; Returns: { withdrawn: boolean } }
    }
  }
}

/** The client requires an index signature, which an interface does not have but a mapped type does. */
type Table<Row> = {
  Row: { [Column in keyof Row]: Row[Column] }
  Insert: { [Column in keyof Row]?: Row[Column] }
  Update: { [Column in keyof Row]?: Row[Column] }
  Relationships: []
}

type View<Row> = { Row: { [Column in keyof Row]: Row[Column] }; Relationships: [] }
