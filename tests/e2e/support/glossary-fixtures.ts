import { createHash, randomUUID } from 'node:crypto'
import type { ArticleInput } from '#core/domain/article-input.ts'
import { addArticle, anArticle, aTranslation } from '../../support/articles.ts'
import type { Publication } from './new-publication.ts'

/** An article with a German translation that is made of this text. */
export async function addTranslated(
  { service }: Publication,
  { title, source, text }: { title: string; source: string; text: string },
): Promise<{ original: ArticleInput & { id: string }; segmentId: number }> {
  const slug = `a-${randomUUID()}`
  const original = await addArticle(
    service,
    anArticle({ slug, title, content: source.replace(/<\/?\w+>/g, '') }),
  )
  const translation = await addArticle(service, { ...aTranslation(original, 'de'), slug: `${slug}-de` })
  const segmentId = await remember({ service }, { source, text, origin: 'machine', articleId: original.id })
  await service
    .from('translation_parts')
    .insert({ translation_id: translation.id, position: 0, segment_id: segmentId })
    .throwOnError()
  return { original, segmentId }
}

async function remember(
  { service }: Pick<Publication, 'service'>,
  {
    source,
    text,
    origin,
    articleId,
  }: { source: string; text: string; origin: 'machine' | 'person'; articleId: string },
): Promise<number> {
  const { data } = await service
    .from('translation_segments')
    .insert({
      language: 'de',
      source_hash: createHash('sha256').update(source).digest('hex'),
      context: 'paragraph',
      source,
      text,
      origin,
      article_id: articleId,
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** What editors have changed in several articles, and what is proposed because of it. */
export async function addProposal(
  publication: Publication,
  {
    before,
    after,
    term,
    examples,
  }: {
    before: string
    after: string
    term: string | null
    examples: { title: string; source: string; text: string }[]
  },
): Promise<void> {
  const { service } = publication
  for (const example of examples) {
    const { original, segmentId } = await addTranslated(publication, example)
    const persons = example.text.replace(before, after)
    const about = { source: example.source, text: persons, origin: 'person' as const, articleId: original.id }
    const personsId = await remember(publication, about)
    await service
      .from('translation_edits')
      .insert({
        language: 'de',
        before,
        after,
        article_id: original.id,
        segment_id: personsId,
        replaced_id: segmentId,
      })
      .throwOnError()
  }
  await service.from('glossary_proposals').insert({ language: 'de', before, after, term }).throwOnError()
}
