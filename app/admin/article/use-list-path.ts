import { ARTICLES_PATH, DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { mayOpen } from '#app/admin/shell/screens.ts'
import { TRANSLATIONS_PATH } from '#app/admin/translations/translation-paths.ts'
import type { Article } from '#core/domain/article.ts'

/** The list from which a member comes to an article, and back to it. */
export function useListPath(article: Pick<Article, 'published'> | null): { to: string; label: string } {
  const member = useMember()
  if (!mayOpen(member, ARTICLES_PATH)) return { to: TRANSLATIONS_PATH, label: t('coverage.title') }
  return article?.published === false
    ? { to: DRAFTS_PATH, label: t('article.allDrafts') }
    : { to: ARTICLES_PATH, label: t('article.allArticles') }
}
