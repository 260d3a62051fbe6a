import * as z from 'zod'
import type { Client } from '#core/data/client.ts'
import { type ArticleState, findArticleState, findDeskArticle } from '#core/data/desk-articles.ts'
import type { SaveOutcome } from '#core/data/save-article.ts'
import type { Article } from '#core/domain/article.ts'
import { draftInput, isStorable } from '#core/domain/article-input.ts'
import { sectionOf } from '#server/features/mcp/inputs.ts'
import { type DeskContext, oneLine, ToolRefusal } from '#server/features/mcp/tool.ts'

const { title, subtitle, excerpt, content, author, hero_image } = draftInput.shape

/** The texts of a draft, with the rules of the desk. */
export const draftTexts = {
  title: title.unwrap().describe('The headline, in plain text.'),
  subtitle: subtitle.unwrap().describe('In plain text; null for none.'),
  excerpt: excerpt.unwrap().describe('What lists and search engines show, in plain text.'),
  content: content.unwrap().describe('The text in Markdown, without the headline.'),
  author: author.unwrap().describe('The name that readers see.'),
  hero_image: hero_image.unwrap().describe('The address of the picture above the text; null for none.'),
}

const MAX_NOTE_LENGTH = 300
export const note = z
  .string()
  .trim()
  .max(MAX_NOTE_LENGTH)
  .refine(isStorable, 'Contains a character that cannot be stored')
  .optional()
  .describe('Why, in a sentence for the history of the article.')

/** The note that the history has of a version that an assistant has proposed. */
export const noteOf = (why: string | undefined): string =>
  why ? `Proposed by an assistant: ${why}` : 'Proposed by an assistant'

/** The section that an article names; undefined when none was given. @throws ToolRefusal */
export function categoryOf(slug: string | undefined, { settings }: DeskContext): string | undefined {
  // The section of all articles is one that an article can be in.
  return slug === undefined ? undefined : (sectionOf(slug, settings) ?? slug.toLowerCase())
}

/** @throws ToolRefusal when this token has written too many drafts */
export async function countDraft({ countWrite }: DeskContext): Promise<void> {
  const wait = await countWrite()
  if (wait > 0)
    throw new ToolRefusal(`This access token has proposed too many drafts. Try again in ${wait} seconds.`)
}

/** The stored article. @throws ToolRefusal when it was not stored */
export function requireSaved(outcome: SaveOutcome): Article {
  if (outcome.status === 'saved') return outcome.article
  if (outcome.status === 'gone') throw new ToolRefusal('The draft was deleted meanwhile.')
  if (outcome.status === 'conflict') throw conflict(outcome.article.updated_at)
  if (outcome.code === '23505')
    throw new ToolRefusal(`Another article has this ${outcome.field}. Choose another one.`)
  throw new ToolRefusal(`The field ${outcome.field} cannot be stored like this.`)
}

export const conflict = (version: string) =>
  new ToolRefusal(
    `Somebody has saved this draft since the version that you named, so nothing was changed. Read it again: it is now version ${version}.`,
  )

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

/** Describes what the site says of an article that may be a draft. */
export function describeState(article: ArticleState): string[] {
  const { id, language, published, updated_at, original_article_id } = article
  return [
    `Article ${id} in "${language}"${original_article_id ? `, a translation of ${original_article_id}` : ''}.`,
    published ? 'It is published.' : 'It is a draft.',
    `version: ${updated_at}`,
  ]
}

/** The fields of an article, and its text. */
export function describeTexts(article: Article): string {
  const { slug, title, subtitle, excerpt, category, author, hero_image, content } = article
  const fields = Object.entries({ slug, title, subtitle, excerpt, section: category, author, hero_image })
  return [...fields.map(([name, value]) => `${name}: ${oneLine(value ?? '')}`), '', content].join('\n')
}
