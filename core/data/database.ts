import type { DatabaseTypes } from '#core/data/database.types.ts'
import type { Rows } from '#core/data/database-rows.ts'
import type { Call, MismatchOf, Table, View } from '#core/data/narrowed-types.ts'
import type { AccountSession } from '#core/domain/account.ts'
import type { ActivityAnswer, ArticleHistory } from '#core/domain/activity.ts'
import type { ArticleSummary, Author, RelatedArticle } from '#core/domain/article.ts'
import type { CorrectionAnswer, CorrectionChangeAnswer } from '#core/domain/article-correction.ts'
import type { AddNoteAnswer, DecidedSuggestion, SuggestedChange } from '#core/domain/article-note.ts'
import type { PreviewAnswer, PreviewedArticle } from '#core/domain/article-preview.ts'
import type { ArticleRecord } from '#core/domain/article-record.ts'
import type {
  FeatureAnswer,
  PublishAnswer,
  ScheduleAnswer,
  StoryVersion,
  UnpublishingAnswer,
} from '#core/domain/article-schedule.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { PurgedText, RestoreAnswer } from '#core/domain/article-trash.ts'
import type { DueAnswer, MyDesk, OwnerAnswer, PersonAnswer } from '#core/domain/article-workflow.ts'
import type { AuditEntry, AuditedPerson, AuditKind } from '#core/domain/audit-log.ts'
import type { ConfirmedRestoration, Restoration } from '#core/domain/backup.ts'
import type { CalendarAnswer, CalendarMove, MovableKind } from '#core/domain/calendar.ts'
import type { CategoriesAnswer, Category, CategoryInput } from '#core/domain/category.ts'
import type { GlossaryTerm, ProposalWithExamples, SavedEntry, TermEntry } from '#core/domain/glossary-term.ts'
import type { GlossaryTermValues, TermEntryValues } from '#core/domain/glossary-term-input.ts'
import type { HandoverAnswer, TakeAnswer } from '#core/domain/handover.ts'
import type { BegunDraft, IdeaOfDraft } from '#core/domain/idea.ts'
import type { FoundNewsGroup, MergeAnswer, NewsGroupPage, SplitAnswer } from '#core/domain/news-group.ts'
import type { FoundItem } from '#core/domain/news-item.ts'
import type { IssueRecordings, ListedNewsletter, PublishedNewsletter } from '#core/domain/newsletter-issue.ts'
import type { MessageCounts, NewsletterReport } from '#core/domain/newsletter-sending.ts'
import type { FoundAddress } from '#core/domain/old-address.ts'
import type { Colleague } from '#core/domain/profile.ts'
import type { PageViews, Readership, RecentViews, Referrer } from '#core/domain/readership.ts'
import type { RecordingEstimate, RecordingList, RecordingState } from '#core/domain/recording.ts'
import type { Membership, MyMembership, Role } from '#core/domain/role.ts'
import type { FoundArticle, SearchHit } from '#core/domain/search.ts'
import type { SettingChange } from '#core/domain/settings.ts'
import type {
  SocialBlock,
  SocialFollower,
  SocialReactions,
  SocialReply,
  SocialServer,
  SocialWebSums,
} from '#core/domain/social-web.ts'
import type { ToldSources } from '#core/domain/sourced-article.ts'
import type { ConfirmationResult, NewsletterSubscriber, SubscribeResult } from '#core/domain/subscriber.ts'
import type { SubscriberCounts, SubscriberRecord, SubscriberWeek } from '#core/domain/subscriber-record.ts'
import type { TextAnchor } from '#core/domain/text-anchor.ts'
import type {
  ClaimAnswer,
  FoundClaim,
  TakenTranslation,
  TranslationQueue,
} from '#core/domain/translation-claim.ts'
import type { CoveredArticle, LanguageFigures } from '#core/domain/translation-coverage.ts'
import type { ReportAnswer, TranslationToReview } from '#core/domain/translation-review.ts'
import type { DraftFacts, FormValues, OrphanedCopy, OwnDraft } from '#core/domain/working-copy.ts'

/**
 * The part of the database that the official client can reach: the types that are written from it, and what PostgreSQL does not
 * tell of them, such as the values of a text or the shape of a JSON value.
 */
export type Database = {
  /** The official client derives the methods that it offers from this version. */
  __InternalSupabase: { PostgrestVersion: '14' }
  public: {
    Tables: { [Name in keyof Types['Tables']]: Table<Types['Tables'][Name], Of<Rows, Name>> }
    Views: { [Name in keyof Types['Views']]: View<Types['Views'][Name], Of<Rows, Name>> }
    Functions: { [Name in keyof Types['Functions']]: Call<Types['Functions'][Name], Of<Calls, Name>> }
  }
}

/** Names in `Rows` and `Calls` that the database does not have, or has as something else. A test asks for none. */
export type Mismatch =
  | Exclude<keyof Rows, keyof Types['Tables'] | keyof Types['Views']>
  | Exclude<keyof Calls, keyof Types['Functions']>
  | MismatchOf<Types['Tables'], Rows>
  | MismatchOf<Types['Views'], Rows>

type Types = DatabaseTypes
type Of<Ours, Name> = Name extends keyof Ours ? Ours[Name] : unknown

/** The answers of functions, one row if there are several, and arguments that are JSON or may be null. */
interface Calls {
  count_article_views: { row: { article_id: string; views: number } }
  export_readership: { answer: { pages: PageViews[]; referrers: Referrer[] } }
  list_page_views: { row: PageViews }
  list_recent_views: { row: RecentViews }
  list_referrers: { row: Referrer }
  mark_news_group_seen: { answer: { changed: boolean } }
  hide_news_group: { answer: { changed: boolean } }
  follow_news_group: { answer: { changed: boolean } }
  read_readership: { answer: Readership }
  withdraw_signature: { answer: { changed: boolean } }
  mark_source_seen: { answer: { changed: boolean } }
  set_source_removed: { answer: { changed: boolean } }
  feature_article: { answer: FeatureAnswer }
  find_article_sources: { answer: ToldSources | null }
  split_news_group: { answer: SplitAnswer; p_item_ids: readonly string[] }
  sign_sentence: { answer: { status: 'signed' | 'gone' | 'not_signable' } }
  adopt_orphaned_copy: { answer: { adopted: boolean } }
  add_correction: { answer: CorrectionAnswer }
  add_person: { answer: PersonAnswer }
  add_note: { answer: AddNoteAnswer; p_anchor?: TextAnchor | null; p_mentions?: readonly string[] }
  answer_restored_issue: { answer: { status: 'answered' | 'not_asked' } }
  begin_draft: { answer: BegunDraft }
  block_on_social_web: { answer: { blocked: boolean } }
  cancel_translation: { answer: { status: 'cancelled' | 'ended' } }
  change_correction: { answer: CorrectionChangeAnswer }
  change_invitation: { answer: { changed: boolean } }
  change_member: { answer: { changed: boolean } }
  change_owner: { answer: OwnerAnswer; p_owner: string | null }
  claim_translation: { answer: ClaimAnswer }
  confirm_newsletter_subscription: { answer: ConfirmationResult }
  confirm_restoration: { answer: ConfirmedRestoration }
  count_in_language: { answer: LanguageFigures }
  count_newsletter_messages: { answer: MessageCounts[] }
  count_subscribers: { answer: SubscriberCounts }
  create_article_preview: { answer: PreviewAnswer }
  decide_suggestions: {
    answer: DecidedSuggestion[]
    p_ids: readonly string[]
    p_outcome: 'taken' | 'refused' | 'withdrawn' | null
  }
  delete_correction: { answer: CorrectionChangeAnswer }
  describe_drafts: { row: DraftFacts; p_ids: readonly string[] }
  discard_orphaned_copy: { answer: { discarded: boolean } }
  dismiss_activity: { answer: { status: 'dismissed' } }
  dismiss_recordings: { answer: { dismissed: number }; p_article_id: string | null }
  edit_note: { answer: { status: 'changed' | 'answered' }; p_mentions?: readonly string[] }
  estimate_recordings: { answer: RecordingEstimate; p_language: string | null }
  export_article_record: { answer: ArticleRecord | null }
  find_article_preview: { answer: PreviewedArticle | null }
  find_author: { row: Author }
  find_calendar_address: { answer: { made_at: string } | null }
  find_fediverse_creator: { answer: string | null }
  find_glossary_entry: { answer: TermEntry | null }
  find_idea_of: { answer: IdeaOfDraft | null }
  find_my_membership: { answer: MyMembership | null }
  find_news_group: { answer: FoundNewsGroup | null }
  find_old_address: { answer: FoundAddress | null; p_addresses: readonly string[] }
  find_original_slug: { answer: string | null }
  find_published_newsletter: { row: PublishedNewsletter }
  find_restoration: { answer: Restoration | null }
  find_subscriber: { answer: SubscriberRecord | null }
  find_translation_claim: { answer: FoundClaim | null }
  give_back_translation: { answer: { status: 'given_back' | 'gone' } }
  hand_over: {
    answer: HandoverAnswer
    p_to: string | null
    p_sentence: string | null
    p_due_on: string | null
    p_version: string | null
  }
  import_glossary: { answer: { added: number; changed: number }; p_terms: GlossaryTermValues[] }
  list_activity: { answer: ActivityAnswer }
  list_article_history: { answer: ArticleHistory | null; p_from: string | null; p_until: string | null }
  list_audit_log: { answer: { total: number; rows: AuditEntry[] }; p_kind: AuditKind | null }
  list_audited_people: { answer: AuditedPerson[] }
  list_authors: { row: { slug: string; name: string } }
  list_calendar: { answer: CalendarAnswer }
  list_colleagues: { row: Colleague }
  list_glossary: {
    answer: { total: number; rows: TermEntry[] }
    p_language: TranslatedLanguage | null
    p_rule: GlossaryTerm['rule'] | null
  }
  list_glossary_proposals: { answer: { total: number; proposals: ProposalWithExamples[] } }
  list_members: {
    row: Membership & {
      user_id: string | null
      email: string
      name: string
      status: 'active' | 'invited'
      created_at: string
      has_factor: boolean
    }
  }
  list_my_desk: { answer: MyDesk }
  list_my_sessions: { row: AccountSession }
  list_news_groups: { answer: NewsGroupPage; p_section: string | null; p_language: string | null }
  list_newest_of_categories: {
    row: ArticleSummary & { listed_in: string }
    p_categories: readonly string[]
    p_except: readonly string[]
  }
  list_orphaned_copies: { answer: OrphanedCopy[] }
  list_own_drafts: { row: OwnDraft }
  list_people: { row: { user_id: string; name: string } }
  list_published_newsletters: { row: ListedNewsletter }
  list_recordings: { answer: RecordingList; p_state: RecordingState | null; p_language: string | null }
  list_related_articles: { row: RelatedArticle }
  list_second_factor_roles: { answer: Role[] }
  list_social_blocks: { row: SocialBlock }
  list_social_followers: { row: SocialFollower }
  list_social_reactions: { row: SocialReactions }
  list_social_replies: { row: SocialReply }
  list_social_servers: { row: SocialServer }
  list_sitemap_parts: { row: { last_change: string } }
  list_story_versions: { row: StoryVersion }
  list_subscribers: { answer: { total: number; rows: NewsletterSubscriber[] } }
  list_translation_coverage: {
    answer: { total: number; rows: CoveredArticle[] }
    p_states: readonly string[] | null
  }
  list_translation_queue: {
    answer: TranslationQueue
    p_language: string | null
    p_person: string | null
  }
  list_translations_to_review: { answer: { total: number; rows: TranslationToReview[] } }
  load_subscriber_growth: { answer: SubscriberWeek[] }
  move_calendar_item: { answer: CalendarMove; p_kind: MovableKind }
  make_recordings: { answer: { begun: number }; p_language: string | null }
  mark_work_seen: { answer: number }
  may_write_article: { answer: boolean }
  merge_news_groups: { answer: MergeAnswer }
  open_version: { answer: { opened: boolean } }
  publish_articles: { answer: PublishAnswer[]; p_ids: string[]; p_versions: string[] }
  purge_article_text: { answer: PurgedText }
  make_issue_recordings: { answer: { begun: number } }
  read_issue_recordings: { answer: IssueRecordings }
  read_newsletter_report: { answer: NewsletterReport | null }
  read_social_web: { answer: SocialWebSums }
  read_orphaned_copy: { answer: FormValues | null }
  remove_member: { answer: { removed: boolean } }
  remove_person: { answer: PersonAnswer }
  renew_calendar_address: { answer: { secret: string } }
  report_translation: { answer: ReportAnswer }
  resolve_note: { answer: { status: 'changed' | 'unchanged'; by?: string | null } }
  restore_article: { answer: RestoreAnswer }
  retry_recordings: { answer: { retried: number }; p_article_id: string | null }
  revoke_calendar_address: { answer: { revoked: boolean } }
  save_categories: {
    answer: CategoriesAnswer
    p_categories: CategoryInput[]
    p_retired?: Record<string, string>
    p_before?: readonly Category[] | null
  }
  save_glossary_entry: {
    answer: SavedEntry
    p_before: Pick<TermEntry, 'term' | 'version'> | null
    p_entry: TermEntryValues
  }
  save_settings: { answer: { conflicts: string[] }; p_changes: SettingChange[] }
  schedule_article: { answer: ScheduleAnswer; p_accepted: string[]; p_along: Record<string, string> }
  schedule_unpublishing: { answer: UnpublishingAnswer }
  search_articles: { row: SearchHit }
  search_as_typed: { row: FoundArticle }
  search_desk: { answer: { total: number; ids: string[] }; p_published: boolean | null }
  search_news_items: { answer: FoundItem[] }
  set_second_factor_roles: { answer: { changed: boolean } }
  set_due: { answer: DueAnswer; p_due_on: string | null }
  subscribe_newsletter: { answer: SubscribeResult }
  subscriber_figure: { answer: { subscribers: number | null } }
  take_article: { answer: TakeAnswer }
  take_next_translation: { answer: TakenTranslation; p_language: string | null }
  suggest_changes: { answer: { status: 'added'; count: number }; p_changes: readonly SuggestedChange[] }
  unblock_on_social_web: { answer: { unblocked: boolean } }
  withdraw_invitation: { answer: { withdrawn: boolean } }
}
