import { useQuery } from '@tanstack/react-query'
import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { describeReactions } from '#app/admin/social/describe-reactions.ts'
import { ReactedArticleLink } from '#app/admin/social/reacted-article-link.tsx'
import { reactionsQuery } from '#app/admin/social/social-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { SocialWebSums } from '#core/domain/social-web.ts'

/** Likes, shares and replies in all and by article. */
export function ReactionsSection({ sums }: { sums: SocialWebSums }) {
  const reactions = useQuery(reactionsQuery)
  return (
    <PageSection id="reactions" title={t('social.reactions.title')} intro={t('social.reactions.intro')}>
      <QueryView query={reactions} what={t('social.reactions.title')} pending={<ListSkeleton rows={3} />}>
        {(articles) =>
          articles.length === 0 ? (
            <p className="text-sm text-soft">{t('social.reactions.none')}</p>
          ) : (
            <>
              <p className="mb-4 text-sm">
                {t('social.reactions.sum', { reactions: describeReactions(sums) })}
              </p>
              <ul aria-labelledby="reactions" className="divide-y divide-line">
                {articles.map((article) => (
                  <li key={article.article_id} className="py-3 text-sm first:pt-0">
                    <p>
                      <ReactedArticleLink article={article} />
                    </p>
                    <p className="mt-0.5 text-soft tabular-nums">
                      {languageName(article.language)} · {describeReactions(article)}
                    </p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </PageSection>
  )
}
