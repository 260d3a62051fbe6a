import { Refusal } from '#app/admin/errors/classify-error.ts'
import { useDeskMutation } from '#app/admin/query/use-desk-mutation.ts'
import { changeArticle } from '#core/data/save-article.ts'

/** Features an article, which takes the place of the featured one of its language, or ends that. */
export function useFeature() {
  return useDeskMutation({
    async run(client, { id, featured }: { id: string; featured: boolean }) {
      const { status } = await changeArticle(client, id, { featured })
      if (status !== 'saved') throw new Refusal('article_gone')
    },
    invalidates: [['articles']],
  })
}
