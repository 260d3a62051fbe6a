import { createHash } from 'node:crypto'
import { escapeXml, XML_DECLARATION, type Xml, xml } from '#core/feeds/escape.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { readRows } from '#server/features/export/read-rows.ts'
import type { Session } from '#server/platform/database/connection.ts'

const AT_ONCE = 500

interface TermRow {
  language: string
  term: string
  rule: 'keep' | 'translate-as' | 'never'
  translation: string | null
  example: string | null
}

/** Words that are the same but for capitals are one entry, as on the desk; a forbidden word is one of its language. */
const QUERY = `
  select language, term, rule, translation, example from public.glossary_terms
  order by case when rule = 'never' then language else '' end, lower(term) collate "C", language collate "C"`

/** The glossary in TermBase eXchange (ISO 30042:2019, dialect TBX-Basic in the style DCA). */
export async function* listGlossary(sql: Session): AsyncGenerator<ExportEntry> {
  yield { path: 'glossary.tbx', content: writeGlossary(sql) }
}

async function* writeGlossary(sql: Session): AsyncGenerator<string> {
  yield `${XML_DECLARATION.xml}
<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>The glossary of the publication</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
`
  let rows: TermRow[] = []
  for await (const row of readRows<TermRow>(sql, QUERY, AT_ONCE)) {
    if (rows[0] && keyOf(rows[0]) !== keyOf(row)) {
      yield writeEntry(rows)
      rows = []
    }
    rows.push(row)
  }
  if (rows.length > 0) yield writeEntry(rows)
  yield '</body></text>\n</tbx>\n'
}

const keyOf = ({ rule, language, term }: TermRow): string =>
  `${rule === 'never' ? language : 'en'}:${term.toLowerCase()}`

function writeEntry(rows: TermRow[]): string {
  const [first] = rows
  if (!first) return ''
  const id = `c${createHash('sha256').update(keyOf(first)).digest('hex').slice(0, 16)}`
  const english = first.rule === 'never' ? [] : [section('en', first.term, null)]
  const others = rows.map((row) => section(row.language, row.translation ?? row.term, row))
  return `${xml`<conceptEntry id="${id}">\n${[...english, ...others]}\n</conceptEntry>`.xml}\n`
}

/** How a term is used in a language. The note has the rule as this product calls it, which the status does not tell apart. */
function section(language: string, term: string, row: TermRow | null): Xml {
  const status = row?.rule === 'never' ? 'deprecatedTerm-admn-sts' : 'preferredTerm-admn-sts'
  const about = row
    ? `<termNote type="administrativeStatus">${status}</termNote>${
        row.example === null ? '' : `<descrip type="context">${escapeXml(row.example)}</descrip>`
      }<note>${row.rule}</note>`
    : ''
  return xml`  <langSec xml:lang="${language}"><termSec><term>${term}</term>${{ xml: about }}</termSec></langSec>`
}
