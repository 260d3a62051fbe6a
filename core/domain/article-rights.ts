import type { Article } from '#core/domain/article.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'
import { isAllowed, isEditor, type MyMembership, translatesInto } from '#core/domain/role.ts'

/** What a member can do with an article. PostgreSQL decides it; screens show nothing that would be refused. */
export interface ArticleRights {
  /** Whether they may change its text. */
  writes: boolean
  /** Whether they may publish it, and unpublish it. */
  publishes: boolean
  /** Whether they may do what is an editor's: schedule, feature, have it translated, correct, and share previews. */
  edits: boolean
}

type Version = Pick<Article, 'language' | 'original_article_id' | 'published'>

interface AuthorFacts {
  workflow: Pick<ArticleWorkflow, 'owner' | 'state' | 'next_person'> | null
  /** Whether the author was added to the article. */
  isAdded: boolean
}

/**
 * What a member can do with a version of an article; null for a new one. `facts` are needed of drafts that an author opens, as in
 * `private.writable_drafts()`.
 */
export function articleRights(
  member: MyMembership,
  version: Version | null,
  facts: AuthorFacts | null = null,
): ArticleRights {
  if (isEditor(member)) return { writes: true, publishes: true, edits: true }
  if (member.role === 'translator') {
    const isTheirs =
      version !== null && version.original_article_id !== null && translatesInto(member, version.language)
    const publishes = isTheirs && isAllowed(member, 'publish')
    return { writes: isTheirs && (!version.published || publishes), publishes, edits: false }
  }
  return {
    writes: member.role === 'author' && writesDraft(member, version, facts),
    publishes: false,
    edits: false,
  }
}

function writesDraft({ user_id }: MyMembership, version: Version | null, facts: AuthorFacts | null): boolean {
  if (!version) return true
  if (version.published || version.original_article_id !== null || !facts?.workflow) return false
  const { owner, state, next_person } = facts.workflow
  return next_person === user_id || (state === 'draft' && (owner === user_id || facts.isAdded))
}
