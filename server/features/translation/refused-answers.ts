import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { contextOf } from '#core/translation/article-texts.ts'
import { cutArticle } from '#server/features/translation/cut.ts'
import { hashSource, keyOfText, type SourceText } from '#server/features/translation/memory.ts'
import { readOriginal } from '#server/features/translation/read-story.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** The answer of a model that the checks have refused. */
export interface RefusedAnswer {
  /** Empty when no answer could be used. */
  text: string
  model: string | null
  /** The reasons as sentences. */
  reasons: string[]
}

interface About {
  articleId: string
  language: TranslatedLanguage
}

/** More of an article in a language are not kept; a run stops at a hundred. */
const MOST_KEPT = 200
const MAX_CHARACTERS = 20_000
const MOST_REASONS = 20
const MAX_REASON_CHARACTERS = 500

/** Keeps refused answers in place of earlier ones of the same texts. An empty answer does not replace another one. */
export async function keepRefused(
  sql: Session,
  refused: readonly (RefusedAnswer & { context: string; source: string })[],
  { articleId, language }: About,
): Promise<void> {
  if (refused.length === 0) return
  const rows = refused.map(({ context, text, model, reasons, source }) => ({
    context,
    hash: hashSource(source),
    text: storable(text, MAX_CHARACTERS),
    model,
    reasons: reasons.slice(0, MOST_REASONS).map((reason) => storable(reason, MAX_REASON_CHARACTERS)),
  }))
  await sql`
    insert into private.refused_translations as kept (article_id, language, context, source_hash, text, model, reasons)
    select distinct on (context, hash) article.id, ${language}, context, hash, text, model, reasons
    from (select id from public.articles where id = ${articleId} for key share) as article
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (context text, hash text, text text, model text, reasons text[])
    on conflict (article_id, language, context, source_hash) do update
      set text = excluded.text, model = excluded.model, reasons = excluded.reasons, refused_at = now(), checked_at = now()
      where excluded.text <> '' or kept.text = ''`
  await sql`
    delete from private.refused_translations where article_id = ${articleId} and language = ${language}
      and (context, source_hash) in (
        select context, source_hash from private.refused_translations
        where article_id = ${articleId} and language = ${language}
        order by refused_at desc, context, source_hash offset ${MOST_KEPT})`
}

/** Removes characters that the database cannot store. */
const storable = (text: string, length: number) =>
  text.slice(0, length).replaceAll('\0', '\uFFFD').toWellFormed()

/** Finds the refused answers of an article, by the key of `refusalKey`. */
export async function readRefused(
  sql: Session,
  { articleId, language }: About,
): Promise<Map<string, RefusedAnswer>> {
  const rows = await sql<(RefusedAnswer & { context: string; hash: string })[]>`
    select context, source_hash as hash, text, model, reasons from private.refused_translations
    where article_id = ${articleId} and language = ${language} order by context, source_hash`
  return new Map(
    rows.map(({ context, hash, ...answer }) => [keyOfText({ context, text: hash }), answer] as const),
  )
}

export const refusalKey = ({ context, text }: SourceText) => keyOfText({ context, text: hashSource(text) })

/** Deletes the refused answers to these texts, which have a translation now; without texts, all of the article. */
export async function forgetRefused(
  sql: Session,
  { articleId, language }: About,
  texts: readonly SourceText[] | null = null,
): Promise<void> {
  if (texts?.length === 0) return
  const contexts = texts?.map(({ context }) => context) ?? []
  const hashes = texts?.map(({ text }) => hashSource(text)) ?? []
  await sql`
    delete from private.refused_translations where article_id = ${articleId} and language = ${language}
      and (${texts === null} or (context, source_hash) in (
        select * from unnest(${contexts}::text[], ${hashes}::text[])))`
}

/** More are left to the next time. */
const MOST_ORIGINALS = 1_000

/** Deletes the refused answers to texts that their originals do not have any more. */
export async function forgetOutdatedRefusals(sql: Sql): Promise<void> {
  const changed = await sql<{ id: string; updatedAt: string }[]>`
    select distinct article.id, article.updated_at::text as "updatedAt"
    from private.refused_translations as refused join public.articles as article on article.id = refused.article_id
    where refused.checked_at < article.updated_at limit ${MOST_ORIGINALS}`
  for (const { id, updatedAt } of changed) {
    const original = await readOriginal(sql, id)
    const segments = original ? (await cutArticle(original)).segments : []
    await sql`
      with present as (
        select * from unnest(${segments.map(contextOf)}::text[], ${segments.map(({ text }) => hashSource(text))}::text[])
          as present (context, source_hash)
      ), outdated as (
        delete from private.refused_translations as refused
        where article_id = ${id} and checked_at < ${updatedAt}::timestamptz and not exists (
          select from present where present.context = refused.context and present.source_hash = refused.source_hash)
      )
      update private.refused_translations as refused set checked_at = ${updatedAt}::timestamptz
      where article_id = ${id} and checked_at < ${updatedAt}::timestamptz and exists (
        select from present where present.context = refused.context and present.source_hash = refused.source_hash)`
  }
}
