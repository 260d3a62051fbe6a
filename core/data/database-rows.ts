import type { AccessToken } from '#core/domain/access-token.ts'
import type { Article, ArticleSummary } from '#core/domain/article.ts'
import type { CheckOverride } from '#core/domain/article-check.ts'
import type {
  ArticleCorrection,
  CorrectionSource,
  PublishedCorrection,
} from '#core/domain/article-correction.ts'
import type { ArticleNote } from '#core/domain/article-note.ts'
import type { ArticlePreview } from '#core/domain/article-preview.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'
import type { ArticleSchedule, ArticleUnpublishing } from '#core/domain/article-schedule.ts'
import type {
  ArticleTranslation,
  PendingTranslation,
  TranslationFacts,
  TranslationPart,
  TranslationSegment,
} from '#core/domain/article-translation.ts'
import type { TrashedArticle } from '#core/domain/article-trash.ts'
import type { ArticlePerson, ArticleWorkflow } from '#core/domain/article-workflow.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'
import type { AuthorRow } from '#core/domain/author-profile.ts'
import type { CategoryRow } from '#core/domain/category.ts'
import type { GlossaryProposal, GlossaryTerm, TranslationEdit } from '#core/domain/glossary-term.ts'
import type { Handover } from '#core/domain/handover.ts'
import type { Idea } from '#core/domain/idea.ts'
import type { MailStatus } from '#core/domain/mail.ts'
import type { LibraryFile, MediaFile, MediaUseRow } from '#core/domain/media-file.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'
import type { NewsGroup } from '#core/domain/news-group.ts'
import type { NewsItem } from '#core/domain/news-item.ts'
import type {
  NewsletterDelivery,
  NewsletterEdition,
  NewsletterIssue,
  NewsletterIssueEvent,
  NewsletterItem,
  NewsletterMessage,
  NewsletterSummary,
} from '#core/domain/newsletter-issue.ts'
import type { NewsletterClick } from '#core/domain/newsletter-report.ts'
import type { Page, PageRevision } from '#core/domain/page.ts'
import type { Profile } from '#core/domain/profile.ts'
import type { Membership } from '#core/domain/role.ts'
import type {
  ArticleSentence,
  ArticleSource,
  SentenceSignature,
  SourcedArticle,
} from '#core/domain/sourced-article.ts'
import type { NewsletterSubscriber } from '#core/domain/subscriber.ts'
import type { TranslationClaim } from '#core/domain/translation-claim.ts'
import type { TranslationReport } from '#core/domain/translation-report.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'
import type { WebhookDeliveryRow, WebhookRow } from '#core/domain/webhook.ts'
import type { WorkingCopy } from '#core/domain/working-copy-input.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The facts about the rows of tables and views that PostgreSQL's types do not contain. */
export interface Rows {
  access_tokens: AccessToken
  articles: Article
  article_check_overrides: CheckOverride
  article_corrections: ArticleCorrection & CorrectionSource
  article_people: ArticlePerson
  article_notes: ArticleNote
  article_previews: ArticlePreview
  article_revisions: ArticleRevision
  article_schedules: ArticleSchedule
  article_translations: ArticleTranslation
  article_trash: TrashedArticle
  article_unpublishings: ArticleUnpublishing
  article_workflow: ArticleWorkflow
  articles_at_work: DeskRow & Pick<ArticleWorkflow, 'owner' | 'state' | 'next_person' | 'due_on'>
  audit_log: AuditEntry
  authors: AuthorRow
  categories: CategoryRow
  author_articles: ArticleSummary & { author_slug: string }
  glossary_proposals: GlossaryProposal
  glossary_terms: GlossaryTerm
  handovers: Handover
  ideas: Idea
  mail_deliveries: { status: MailStatus }
  media_files: MediaFile
  media_library: LibraryFile
  media_uses: MediaUseRow
  newsletter_clicks: NewsletterClick
  newsletter_deliveries: NewsletterDelivery
  newsletter_editions: NewsletterEdition
  newsletter_issue_events: NewsletterIssueEvent
  newsletter_issues: NewsletterIssue
  newsletter_items: NewsletterItem
  newsletter_messages: NewsletterMessage
  newsletter_subscribers: NewsletterSubscriber
  newsletter_summaries: NewsletterSummary
  outbox_mails: { headers: Record<string, unknown> }
  page_revisions: PageRevision
  pages: Page
  pending_translations: PendingTranslation
  profiles: Profile
  published_corrections: PublishedCorrection
  settings: { value: NonNullable<unknown> }
  slug_redirects: { language: Language }
  translated_articles: ArticleSummary & {
    original_id: string
    original_category: string
    original_publish_date: string
  }
  translation_claims: TranslationClaim
  translation_edits: TranslationEdit
  translation_parts: TranslationPart
  translation_reports: TranslationReport
  translation_runs: TranslationRun
  translation_segments: TranslationSegment
  translations_with_originals: Pick<ArticleTranslation, 'translation_id' | 'original_id'> &
    TranslationFacts & { original_slug: string | null }
  user_roles: Membership
  webhook_deliveries: WebhookDeliveryRow
  webhooks: WebhookRow
  working_copies: WorkingCopy
  article_sentences: ArticleSentence
  article_sources: ArticleSource
  news_feeds: NewsFeed
  news_groups: NewsGroup
  news_items: NewsItem
  sentence_signatures: SentenceSignature
  sourced_articles: SourcedArticle
}

/** The columns of an article in a list of the desk. */
export type DeskRow = Pick<
  Article,
  | 'id'
  | 'slug'
  | 'language'
  | 'title'
  | 'category'
  | 'author'
  | 'reading_time'
  | 'publish_date'
  | 'created_at'
  | 'updated_at'
  | 'published'
  | 'featured'
  | 'original_article_id'
>
