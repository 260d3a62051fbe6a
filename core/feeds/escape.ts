/** A piece of well-formed XML, which a template inserts without escaping. */
export interface Xml {
  readonly xml: string
}

export const XML_DECLARATION: Xml = { xml: '<?xml version="1.0" encoding="UTF-8"?>' }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A template tag that escapes every string, as text or as the value of a quoted attribute, and leaves out null. */
export function xml(parts: TemplateStringsArray, ...values: (string | Xml | readonly Xml[] | null)[]): Xml {
  const pieces = values.map((value, index) => `${toXml(value)}${parts[index + 1] ?? ''}`)
  return { xml: [parts[0], ...pieces].join('') }
}

function toXml(value: string | Xml | readonly Xml[] | null): string {
  if (value === null) return ''
  if (typeof value === 'string') return escapeXml(value)
  return 'xml' in value ? value.xml : value.map((piece) => piece.xml).join('\n')
}

/** Escapes a text for XML; the result is also correct in HTML. */
export function escapeXml(text: string): string {
  return cleanText(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}

/** HTML inside XML as a CDATA section, which is easier to read in the source than escaped HTML. */
export function cdata(text: string): Xml {
  return { xml: `<![CDATA[${cleanText(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>` }
}

/** Removes what XML forbids or feed readers reject: control characters, noncharacters and lone surrogates. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
}

/** A text on one line, because an editor may have pasted a title with line breaks. */
export function singleLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim()
}

/** Escapes a text so that Markdown shows it literally, on one line, in a heading, a paragraph or a link. */
export function escapeMarkdown(text: string): string {
  return (
    singleLine(text)
      .replace(/[\\`*_[\]<>~]/g, '\\$&')
      .replace(/&(?=#?\w+;)/g, '\\&')
      // A heading may end with characters that are not shown.
      .replace(/#(?=#{0,50}$)/g, '\\#')
  )
}
