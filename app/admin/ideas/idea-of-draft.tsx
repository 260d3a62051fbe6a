import { useQuery } from '@tanstack/react-query'
import { RailSection } from '#app/admin/article/rail/rail-section.tsx'
import { IdeaLinks } from '#app/admin/ideas/idea-list.tsx'
import { IDEAS_KEY } from '#app/admin/ideas/ideas-table.ts'
import { t } from '#app/admin/messages.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { findIdeaOf } from '#core/data/ideas.ts'

/** An idea that is begun does not change any more. */
const ideaOfQuery = (articleId: string) => ({
  ...deskQuery([...IDEAS_KEY, 'of', articleId], (client) => findIdeaOf(client, articleId)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Why a draft was to be written, beside its form; nothing for one that began without an idea or whose idea says no more than its title. */
export function IdeaOfDraft({ articleId }: { articleId: string }) {
  const { data: idea } = useQuery(ideaOfQuery(articleId))
  if (!idea || (idea.why === '' && idea.links.length === 0)) return null
  return (
    <div className="mb-6 border-line border-b pb-5">
      <RailSection id="idea-of-draft" title={t('ideas.ofDraft')}>
        <p className="max-w-prose whitespace-pre-line text-sm text-soft wrap-anywhere">{idea.why}</p>
        <IdeaLinks links={idea.links} />
      </RailSection>
    </div>
  )
}
