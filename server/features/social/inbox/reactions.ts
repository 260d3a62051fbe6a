import type { Activity, Object as SocialObject } from '@fedify/vocab'
import type { SocialAttachment } from '#core/domain/social-web.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'
import { articleOfObject, MAX_ADDRESS_LENGTH } from '#server/features/social/addresses.ts'
import type { Change, InboxDeps } from '#server/features/social/inbox/apply-activity.ts'
import { visibleText } from '#server/features/social/inbox/followers.ts'
import { htmlToText } from '#server/platform/documents/html/read-html.ts'

const MAX_BODY = 2_000
const MAX_WARNING = 500
/** Of a poll; servers allow between four and ten choices. */
const MOST_CHOICES = 20
const MAX_CHOICE = 200
/** Of a picture; no server has longer ones. */
const MAX_ALT = 1_500
const MOST_ATTACHMENTS = 20
/** Of the HTML of a reply. */
const MAX_HTML = 20_000
/** Of one article; further ones are not stored. */
const MOST_REACTIONS = 100_000
const MOST_REPLIES = 2_000
const MOST_REPLIES_OF_ACTOR = 20

interface Reaction {
  kind: 'like' | 'announce' | 'reply'
  articleId: string
  actor: URL
  /** Of the activity, or of the reply. */
  uri: string
  /** The content of a reply. */
  reply: ReplyContent | null
}

interface ReplyContent {
  body: string
  warning: string | null
  attachments: SocialAttachment[]
}

/** Finds what somebody does with an article of ours; null for anything else. A reply must be on the server of its author. */
export async function findReaction(
  deps: InboxDeps,
  activity: Activity,
  actor: URL,
): Promise<Reaction | null> {
  const { fedify, contextLoader } = deps.social
  const { Announce, EmojiReact, Like } = fedify
  if (activity instanceof Like || activity instanceof EmojiReact || activity instanceof Announce) {
    const articleId = await findArticle(deps, activity.objectId)
    const uri = activity.id?.origin === actor.origin ? activity.id.href : `${actor.href}#${articleId}`
    const kind = activity instanceof Announce ? 'announce' : 'like'
    return articleId ? { kind, articleId, actor, uri, reply: null } : null
  }
  if (!(activity instanceof fedify.Create || activity instanceof fedify.Update)) return null
  const object = await activity.getObject({ contextLoader, documentLoader: refuse, suppressError: true })
  const types = [fedify.Note, fedify.Question, fedify.Article, fedify.Page]
  if (!object || !types.some((type) => object instanceof type)) return null
  if (object.id?.origin !== actor.origin || object.attributionId?.href !== actor.href) return null
  if (object.id.href.length > MAX_ADDRESS_LENGTH) return null
  const articleId = await findArticle(deps, object.replyTargetId)
  if (!articleId) return null
  return { kind: 'reply', articleId, actor, uri: object.id.href, reply: await readReply(deps, object) }
}

/** Reads what a reply says, as plain text. The summary of a note or a poll is a warning; an article or a page has a title. */
async function readReply({ social }: InboxDeps, object: SocialObject): Promise<ReplyContent> {
  const { Note, Question } = social.fedify
  const textOf = (html: unknown, most: number) =>
    visibleText(htmlToText(String(html ?? '').slice(0, MAX_HTML)), most)
  const isNote = object instanceof Note || object instanceof Question
  const warning = isNote ? textOf(object.summary, MAX_WARNING) : ''
  const title = isNote ? '' : visibleText(String(object.name ?? ''), MAX_WARNING)
  return {
    body: [title, textOf(object.content, MAX_BODY), ...(await readChoices(social, object))]
      .filter(Boolean)
      .join(' · ')
      .slice(0, MAX_BODY)
      .toWellFormed(),
    warning: warning || object.sensitive ? warning : null,
    attachments: await readAttachments(social, object),
  }
}

/** The choices of a poll. */
async function readChoices(
  { fedify, contextLoader }: InboxDeps['social'],
  object: SocialObject,
): Promise<string[]> {
  if (!(object instanceof fedify.Question)) return []
  const choices: string[] = []
  const options = { contextLoader, documentLoader: refuse, suppressError: true }
  for (const some of [object.getExclusiveOptions(options), object.getInclusiveOptions(options)])
    for await (const choice of some)
      if (choices.length < MOST_CHOICES) choices.push(visibleText(String(choice.name ?? ''), MAX_CHOICE))
  return choices
}

/** Lists what is attached, without its address: nothing of it is ever loaded. */
async function readAttachments(
  { fedify, contextLoader }: InboxDeps['social'],
  object: SocialObject,
): Promise<SocialAttachment[]> {
  const attachments: SocialAttachment[] = []
  const { Audio, Document, Image, Video } = fedify
  for await (const one of object.getAttachments({
    contextLoader,
    documentLoader: refuse,
    suppressError: true,
  })) {
    if (!(one instanceof Document)) continue
    const [type] = one.mediaType?.split('/') ?? []
    const kind =
      one instanceof Image || type === 'image'
        ? 'picture'
        : one instanceof Video || type === 'video'
          ? 'video'
          : one instanceof Audio || type === 'audio'
            ? 'sound'
            : 'file'
    attachments.push({ kind, alt: visibleText(String(one.name ?? ''), MAX_ALT) })
    if (attachments.length === MOST_ATTACHMENTS) break
  }
  return attachments
}

/** The published article that an address is about: that of its object, or that of its page. */
async function findArticle({ sql, siteUrl }: InboxDeps, address: URL | null): Promise<string | null> {
  if (address?.origin !== new URL(siteUrl).origin) return null
  const object = articleOfObject(siteUrl, address)
  if (object) {
    const rows = await sql`
      select from public.articles where id = ${object.articleId} and published and not exists (
        select from private.social_posts
        where article_id = articles.id and generation = ${object.generation} and deleted_at is not null)`
    return rows.length > 0 ? object.articleId : null
  }
  const slug = /^\/article\/([a-z0-9-]{1,200})$/.exec(address.pathname)?.[1]
  const language = address.searchParams.get('lang') ?? 'en'
  if (!slug || !isLanguage(language) || siteUrl + articlePath({ slug, language }) !== address.href)
    return null
  const [row] = await sql<[{ id: string }?]>`
    select id from public.articles where slug = ${slug} and language = ${language} and published`
  return row?.id ?? null
}

/** Stores it once, however often it arrives. */
export const storeReaction =
  ({ kind, articleId, actor, uri, reply }: Reaction): Change =>
  async (sql) => {
    const { body = '', warning = null, attachments = [] } = reply ?? {}
    await sql`
      insert into private.social_reactions (article_id, kind, actor, host, uri, body, warning, attachments)
      select ${articleId}::uuid, ${kind}, ${actor.href}, ${actor.host}, ${uri}, ${body}, ${warning}, ${JSON.stringify(attachments)}::jsonb
      where (select count(*) from private.social_reactions where article_id = ${articleId}) < ${MOST_REACTIONS}
        and (${kind} <> 'reply' or (
          (select count(*) from private.social_reactions where article_id = ${articleId} and kind = 'reply') < ${MOST_REPLIES}
          and (select count(*) from private.social_reactions
            where article_id = ${articleId} and kind = 'reply' and actor = ${actor.href}) < ${MOST_REPLIES_OF_ACTOR}))
      on conflict do nothing`
  }

const refuse = () => Promise.reject(new Error('Nothing is fetched for an activity'))
