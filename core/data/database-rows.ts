import type { Article, ArticleSummary } from '#core/domain/article.ts'
import type {
  ArticleCorrection,
  CorrectionSource,
  PublishedCorrection,
} from '#core/domain/article-correction.ts'
import type { ArticleRevision } from '#core/domain/article-revision.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'
import type {
  ArticleTranslation,
  PendingTranslation,
  TranslationFacts,
} from '#core/domain/article-translation.ts'
import type { TrashedArticle } from '#core/domain/article-trash.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'
import type { AuditEntry } from '#core/domain/audit-log.ts'
import type { AuthorRow } from '#core/domain/author-profile.ts'
import type { CategoryRow } from '#core/domain/category.ts'
import type { Handover } from '#core/domain/handover.ts'
import type { LibraryFile, MediaFile } from '#core/domain/media-file.ts'
import type { NewsFeed } from '#core/domain/news-feed.ts'
import type { NewsletterDelivery, NewsletterEdition } from '#core/domain/newsletter-issue.ts'
import type { PageRevision } from '#core/domain/page.ts'
import type { Membership } from '#core/domain/role.ts'
import type { ArticleSentence, SourcedArticle } from '#core/domain/sourced-article.ts'
import type { TranslationRun } from '#core/domain/translation-run.ts'
import type { WebhookDeliveryRow, WebhookRow } from '#core/domain/webhook.ts'
import type { WorkingCopy } from '#core/domain/working-copy.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The facts about the rows of tables and views that PostgreSQL's types do not contain. */
export interface Rows {
  article_corrections: ArticleCorrection & CorrectionSource
  article_revisions: ArticleRevision
  article_schedules: ArticleSchedule
  article_trash: TrashedArticle
  articles_at_work: DeskRow & Pick<ArticleWorkflow, 'owner' | 'state' | 'next_person' | 'due_on'>
  audit_log: AuditEntry
  authors: AuthorRow
  categories: CategoryRow
  author_articles: ArticleSummary & { author_slug: string }
  handovers: Handover
  media_files: MediaFile
  media_library: LibraryFile
  newsletter_deliveries: NewsletterDelivery
  newsletter_editions: NewsletterEdition
  outbox_mails: { headers: Record<string, unknown> }
  page_revisions: PageRevision
  pending_translations: PendingTranslation
  published_corrections: PublishedCorrection
  settings: { value: NonNullable<unknown> }
  slug_redirects: { language: Language }
  translated_articles: ArticleSummary & {
    original_id: string
    original_category: string
    original_publish_date: string
  }
  translation_runs: TranslationRun
  translations_with_originals: Pick<ArticleTranslation, 'translation_id' | 'original_id'> &
    TranslationFacts & { original_slug: string | null }
  user_roles: Membership
  webhook_deliveries: WebhookDeliveryRow
  webhooks: WebhookRow
  working_copies: WorkingCopy
  article_sentences: ArticleSentence
  news_feeds: NewsFeed
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
