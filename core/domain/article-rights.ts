import type { Article } from '#core/domain/article.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'
import { hasRight, isAllowed, isEditor, type MyMembership, translatesInto } from '#core/domain/role.ts'

/** The rights of a member in an article. PostgreSQL decides; screens hide what it would refuse. */
export interface ArticleRights {
  /** True if the member may change its text. */
  writes: boolean
  /** True if the member may publish and unpublish it. */
  publishes: boolean
  /** True if the member may do an editor's work: schedule, feature, have it translated, correct, and share previews. */
  edits: boolean
}

type Version = Pick<Article, 'language' | 'original_article_id' | 'published'>

interface AuthorFacts {
  workflow: Pick<ArticleWorkflow, 'owner' | 'state' | 'next_person'> | null
  isAdded: boolean
}

/**
 * The rights of a member in a version of an article; null for a new one. `facts` are needed for drafts that an author opens, as in
 * `private.writable_drafts()`.
 */
export function articleRights(
  member: MyMembership,
  version: Version | null,
  facts: AuthorFacts | null = null,
): ArticleRights {
  if (isEditor(member)) return { writes: true, publishes: true, edits: true }
  if (hasRight(member, 'own_languages')) {
    const isTheirs =
      version !== null && version.original_article_id !== null && translatesInto(member, version.language)
    const publishes = isTheirs && isAllowed(member, 'publish')
    return { writes: isTheirs && (!version.published || publishes), publishes, edits: false }
  }
  return {
    writes: hasRight(member, 'own_drafts') && writesDraft(member, version, facts),
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
