import type { ArticleInput } from '#core/domain/article-input.ts'
import { addArticle, anArticle, aTranslation, PIECES } from '../support/articles.ts'
import type { ContractProject } from './contract-project.ts'

/** An article of this run: its slug and its author contain the run id. */
export function articleOfRun(
  { runId }: ContractProject,
  overrides: Partial<ArticleInput> = {},
): ArticleInput {
  const article = anArticle(overrides)
  return { ...article, slug: `${runId}-${article.slug}`, author: `Contract ${runId}` }
}

/** Five pieces in English, newest first; the first in German and French too, the second in German; and a draft. */
export async function addMarkedPieces(project: ContractProject) {
  const service = project.as('service')
  const add = (article: ArticleInput) => addArticle(service, article)
  const { harbour, bakery, planning, pipes, citations } = PIECES
  const pieces = {
    harbour: await add(articleOfRun(project, harbour)),
    bakery: await add(articleOfRun(project, { ...bakery, subtitle: 'By weight, not by feeling' })),
    planning: await add(articleOfRun(project, planning)),
    pipes: await add(articleOfRun(project, { ...pipes, subtitle: 'An essay' })),
    citations: await add(articleOfRun(project, citations)),
    draft: await add(articleOfRun(project, { title: 'Not published yet', published: false })),
  }
  const translate = (original: typeof pieces.harbour, language: 'de' | 'fr') =>
    add(aTranslation(original, language, { author: original.author, slug: `${original.slug}-${language}` }))
  return {
    ...pieces,
    german: await translate(pieces.harbour, 'de'),
    french: await translate(pieces.harbour, 'fr'),
    germanBakery: await translate(pieces.bakery, 'de'),
  }
}

export type MarkedPieces = Awaited<ReturnType<typeof addMarkedPieces>>
