import { createHash } from 'node:crypto'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { Report } from '#server/features/import/imported.ts'
import { filesBelow, type OwnExport } from '#server/features/import/publication/own-export.ts'
import { language } from '#server/features/import/publication/schemas.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml, readXml } from '#server/platform/documents/xml/read-xml.ts'
import { childrenOf, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

/** A pair has 192 kB at most, and markup around each tag. */
const MAX_UNIT_LENGTH = 1_000_000
const BATCH = 500
const MAX_SOURCE_BYTES = 65_536
const MAX_TEXT_BYTES = 131_072

interface Segment {
  source_hash: string
  context: string
  source: string
  text: string
  origin: 'machine' | 'person'
  model: string | null
  kept_because: string | null
  made_at: string
}

/** Adds translations in TMX to the memory, those of texts of which it has none yet: what this paper has is used as before. */
export async function bringMemory(
  sql: Sql,
  own: OwnExport,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<void> {
  for (const [path, file] of filesBelow(own, 'memory/', /^memory\/en-[a-z]{2}\.tmx$/)) {
    const code = path.slice('memory/en-'.length, -'.tmx'.length)
    if (code !== 'en' && language.safeParse(code).success)
      await bringFile(sql, { path, file, code }, { report, signal })
  }
}

async function bringFile(
  sql: Sql,
  { path, file, code }: { path: string; file: SourceFile; code: string },
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<void> {
  const notes = notesAt({ file: path, title: '', sourceId: '' }, report)
  const options = {
    isRecord: (around: readonly string[]) => around.at(-1) === 'body' && around.length === 2,
    maxLength: MAX_UNIT_LENGTH,
  }
  let batch: Segment[] = []
  try {
    for await (const { node, isTooLarge } of readXml(file.open(), options, () => {})) {
      const segment = isTooLarge ? null : segmentOf(node, code)
      if (!segment) {
        notes.warn(isTooLarge ? 'too-large' : 'unreadable', 'a translation', 'left-out')
        continue
      }
      // Several translations of one text stand one after the other, and are stored together.
      const last = batch.at(-1)
      const isSame = last?.source_hash === segment.source_hash && last.context === segment.context
      if (batch.length >= BATCH && (!isSame || batch.length >= 2 * BATCH)) {
        signal.throwIfAborted()
        await store(sql, code, batch)
        batch = []
      }
      batch.push(segment)
    }
  } catch (error) {
    if (!(error instanceof BrokenXml || error instanceof UnreadableSource)) throw error
    notes.fail('incomplete', error.message, 'left-out')
  }
  await store(sql, code, batch)
}

async function store(sql: Sql, code: string, batch: readonly Segment[]): Promise<void> {
  if (batch.length === 0) return
  await sql`
    insert into public.translation_segments (language, source_hash, context, source, text, origin, model, kept_because, made_at)
    select ${code}, source_hash, context, source, text, origin, model, kept_because, made_at
    from rows from (jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as (source_hash text, context text, source text, text text,
      origin text, model text, kept_because text, made_at timestamptz)) with ordinality
      as given (source_hash, context, source, text, origin, model, kept_because, made_at, place)
    where not exists (
      select from public.translation_segments as known
      where known.language = ${code} and known.source_hash = given.source_hash and known.context = given.context)
    order by place`
}

function segmentOf(unit: XmlNode, code: string): Segment | null {
  const props = new Map(
    childrenOf(unit, 'prop').map((prop) => [prop.attributes.get('type') ?? '', textOf(prop)]),
  )
  const textIn = (wanted: string) => {
    const found = childrenOf(unit, 'tuv').find(({ attributes }) => attributes.get('xml:lang') === wanted)
    // The tags of a text are the content of inline elements.
    return found && childrenOf(found, 'seg')[0] ? textOf(childrenOf(found, 'seg')[0]) : null
  }
  const [source, text] = [textIn('en'), textIn(code)]
  const context = props.get('x-context') ?? ''
  const origin = props.get('x-origin')
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(unit.attributes.get('creationdate') ?? '') ?? []
  const made = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const all = [source, text, context, ...props.values()]
  if (
    source === null ||
    text === null ||
    (origin !== 'machine' && origin !== 'person') ||
    !/^.{1,40}$/u.test(context) ||
    Number.isNaN(made.getTime()) ||
    year === '0000' ||
    all.some((one) => one?.includes('\0') || one?.isWellFormed() === false) ||
    Buffer.byteLength(source) > MAX_SOURCE_BYTES ||
    Buffer.byteLength(text) > MAX_TEXT_BYTES
  )
    return null
  return {
    source_hash: createHash('sha256').update(source).digest('hex'),
    context,
    source,
    text,
    origin,
    model: props.get('x-model')?.slice(0, 200) ?? null,
    kept_because: props.get('x-kept-because')?.slice(0, 500) ?? null,
    made_at: made.toISOString(),
  }
}
