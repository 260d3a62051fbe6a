import type { Client } from '#core/data/client.ts'
import { type ArticleState, findArticleState, findDeskArticle } from '#core/data/desk-articles.ts'
import type { Article } from '#core/domain/article.ts'
import { ToolRefusal } from '#server/features/mcp/tool.ts'

/** An article, published or not. @throws ToolRefusal when there is none */
export async function findDraft(desk: Client, id: string): Promise<Article> {
  return (await findDeskArticle(desk, id)) ?? refuse()
}

/** The same without its texts. @throws ToolRefusal when there is none */
export async function findDraftState(desk: Client, id: string): Promise<ArticleState> {
  return (await findArticleState(desk, id)) ?? refuse()
}

function refuse(): never {
  throw new ToolRefusal(
    'There is no article with this id. It may have been deleted: list_drafts has those that exist.',
  )
}
