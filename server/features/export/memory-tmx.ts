import type { Row } from '#core/data/database.types.ts'
import { escapeXml, XML_DECLARATION } from '#core/feeds/escape.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { readRows } from '#server/features/export/export-entry.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A pair has 192 kB at most. */
const AT_ONCE = 200

type SegmentRow = Pick<
  Row<'translation_segments'>,
  'context' | 'source' | 'text' | 'origin' | 'model' | 'kept_because' | 'made_at'
>

/** The translation memory in TMX 1.4b, a file for each language. */
export async function* listMemory(sql: Session): AsyncGenerator<ExportEntry> {
  const languages = await sql<{ code: string }[]>`
    select code from private.languages
    where exists (select from public.translation_segments where language = code) order by code collate "C"`
  for (const { code } of languages) yield { path: `memory/en-${code}.tmx`, content: writeMemory(sql, code) }
}

async function* writeMemory(sql: Session, language: string): AsyncGenerator<string> {
  yield `${XML_DECLARATION.xml}
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
<header creationtool="AI Watch" creationtoolversion="1" segtype="block" o-tmf="AI Watch" adminlang="en" srclang="en" datatype="xml"/>
<body>
`
  const query = `
    select context, source, text, origin, model, kept_because,
      to_char(made_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as made_at
    from public.translation_segments where language = '${language}'
    order by source_hash collate "C", context collate "C", id`
  for await (const row of readRows<SegmentRow>(sql, query, AT_ONCE)) yield writeUnit(row, language)
  yield '</body>\n</tmx>\n'
}

function writeUnit(row: SegmentRow, language: string): string {
  const numbers = new Map<string, number>()
  const properties = Object.entries({
    'x-context': row.context,
    'x-origin': row.origin,
    'x-model': row.model,
    'x-kept-because': row.kept_because,
  })
  const written = properties.flatMap(([type, value]) =>
    value === null ? [] : [`<prop type="${type}">${escapeXml(value)}</prop>`],
  )
  return `<tu creationdate="${row.made_at}">${written.join('')}
  <tuv xml:lang="en"><seg>${writeSegment(row.source, numbers)}</seg></tuv>
  <tuv xml:lang="${language}"><seg>${writeSegment(row.text, numbers)}</seg></tuv>
</tu>
`
}

const TAG = /<(\/?)([a-z]\d{1,6})(\/?)>/g

/**
 * A text with its tags as inline elements, which have the tag as their content: without the elements, it is the text as it is stored. A tag
 * has the same number in both languages.
 */
function writeSegment(text: string, numbers: Map<string, number>): string {
  const parts: string[] = []
  let end = 0
  for (const { 0: written, 1: slash, 2: id = '', 3: selfClosing, index } of text.matchAll(TAG)) {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    parts.push(escapeXml(text.slice(end, index)))
    const content = escapeXml(written)
    if (selfClosing) parts.push(`<ph x="${number}">${content}</ph>`)
    else if (slash) parts.push(`<ept i="${number}">${content}</ept>`)
    else parts.push(`<bpt i="${number}" x="${number}">${content}</bpt>`)
    end = index + written.length
  }
  parts.push(escapeXml(text.slice(end)))
  return parts.join('')
}
