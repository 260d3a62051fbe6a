import { setImmediate } from 'node:timers/promises'
import type { AffectedTranslation, AffectedTranslations } from '#core/domain/glossary-term.ts'
import { type GlossaryTermValues, glossaryTermInput } from '#core/domain/glossary-term-input.ts'
import { compileGlossary } from '#core/translation/checks/glossary.ts'
import { NOT_TEXT, textOfSegment } from '#core/translation/checks/segment-text.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { name } from '#server/platform/database/fragment.ts'
import { answer, withBody } from '#server/supabase/functions/call.ts'

/** Finds the translations that violate a term, whether it is in the glossary or not. */
export const findAffectedTranslations = withBody(
  glossaryTermInput,
  ({ issues: [issue] }) => ({
    error: `Send an object with language, term, rule and translation. ${issue?.message ?? ''}`,
  }),
  async ({ sql }: Pick<FunctionDeps, 'sql'>, term) => answer(await findAffected(sql, term)),
)

const BEFORE = 120

const LONGEST = 400

const MAX_ARTICLES = 500
/** The most segments with a word of the term that are checked. */
const MAX_SEGMENTS = 50_000
/** The segments that are checked before yielding to the event loop: some milliseconds. */
const CHUNK = 200
const EXAMPLES = 3

interface BrokenSegment {
  id: number
  source: string
  text: string
  origin: 'machine' | 'person'
}

/** The translations that violate a term, those of the newest articles first. No model is asked. */
async function findAffected(sql: Session, term: GlossaryTermValues): Promise<AffectedTranslations> {
  const ids = await findCandidates(sql, term)
  const broken = new Map<number, BrokenSegment>()
  const { check } = compileGlossary([
    { term: term.term, rule: term.rule, ...(term.translation !== null && { as: term.translation }) },
  ])
  const looked = ids.slice(0, MAX_SEGMENTS)
  for (let start = 0; start < looked.length; start += CHUNK) {
    const segments = await sql<BrokenSegment[]>`
      select id::float8 as id, source, text, origin from public.translation_segments
      where id = any(${looked.slice(start, start + CHUNK)}::bigint[])`
    for (const segment of segments)
      if (check(textOfSegment(segment.source), textOfSegment(segment.text)).length > 0)
        broken.set(segment.id, { ...segment, ...excerptsOf(segment, term) })
    await setImmediate()
  }
  const rows = await sql<
    (Omit<AffectedTranslation, 'examples' | 'persons' | 'segments'> & { ids: number[] })[]
  >`
    select translation.original_article_id as "articleId", translation.language, translation.title, translation.slug,
      translation.id as "translationId", array_agg(part.segment_id::float8 order by part.position) as ids
    from public.translation_parts as part join public.articles as translation on translation.id = part.translation_id
    where part.segment_id = any(${[...broken.keys()]}::bigint[]) and translation.original_article_id is not null
    group by translation.id order by translation.publish_date desc, translation.id limit ${MAX_ARTICLES + 1}`
  const articles = rows.slice(0, MAX_ARTICLES).map(({ ids: own, ...row }): AffectedTranslation => {
    const segments = own.flatMap((id) => broken.get(id) ?? [])
    return {
      ...row,
      segments: segments.length,
      persons: segments.filter(({ origin }) => origin === 'person').length,
      examples: segments.slice(0, EXAMPLES).map(({ source, text }) => ({ source, text })),
    }
  })
  return { articles, isComplete: ids.length <= MAX_SEGMENTS && rows.length <= MAX_ARTICLES }
}

/** The newest segments of translations with a word of the term, one more than are checked. */
async function findCandidates(sql: Session, { language, term, rule }: GlossaryTermValues): Promise<number[]> {
  const column = name(rule === 'never' ? 'text' : 'source')
  const rows = await sql<{ id: number }[]>`
    select id::float8 as id from public.translation_segments as segment
    where language = ${language} and ${column} ~* ${patternOf(term)}
      and exists (select from public.translation_parts where segment_id = segment.id)
    order by segment.id desc limit ${MAX_SEGMENTS + 1}`
  return rows.map(({ id }) => id)
}

/** A pattern of the longest ASCII word of the term, because accented letters have several encodings. */
function patternOf(term: string): string {
  const [letters = ''] = (term.match(/[a-z0-9]+/gi) ?? []).toSorted((a, b) => b.length - a.length)
  const words: string[] = term.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // The trigram index needs three characters, which include those around a word.
  return letters.length < 3 && words.includes(letters)
    ? `(^|[^[:alnum:]])${letters}s?([^[:alnum:]]|$)`
    : letters
}

function excerptsOf({ source, text }: BrokenSegment, { term, rule }: GlossaryTermValues) {
  return rule === 'never'
    ? { source: wordsAround(source, ''), text: wordsAround(text, term) }
    : { source: wordsAround(source, term), text: wordsAround(text, '') }
}

/** An excerpt of a segment around these words, as plain text; without words, its beginning. */
function wordsAround(segment: string, words: string): string {
  const text = textOfSegment(segment).replaceAll(NOT_TEXT, '…')
  const found = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase())
  const from = found > BEFORE ? text.indexOf(' ', found - BEFORE) + 1 : 0
  const part = text.slice(from, from + LONGEST)
  const isCut = from + part.length < text.length
  // Does not cut a surrogate pair.
  return `${from > 0 ? '…' : ''}${part.isWellFormed() ? part : part.slice(0, -1)}${isCut ? '…' : ''}`
}
