import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import type { SocialReactions } from '#core/domain/social-web.ts'

interface ReactedArticleLinkProps {
  article: Pick<SocialReactions, 'slug' | 'language' | 'title'>
}

/** The article to which others reacted, as the desk edits it. */
export function ReactedArticleLink({ article }: ReactedArticleLinkProps) {
  return (
    <Link
      to={editArticlePath(article)}
      lang={article.title ? article.language : undefined}
      className="inline-block min-h-6 font-medium text-ink wrap-anywhere underline decoration-line underline-offset-4 hover:decoration-current"
    >
      {nameOf(article)}
    </Link>
  )
}
