import { Tokenizer } from 'htmlparser2'
import { buildDocument } from '#core/from-html/build-document.ts'
import { inlinesOf, textOf } from '#core/from-html/document.ts'
import type { Attributes, HtmlEvent, HtmlOptions } from '#core/from-html/html-events.ts'
import { writeMarkdown } from '#core/from-html/write-markdown.ts'

const NO_ATTRIBUTES: Attributes = new Map()
const MAX_ATTRIBUTES = 50
const MAX_NAME_LENGTH = 40
const MAX_VALUE_LENGTH = 50_000

/**
 * Cuts HTML into tags and texts, in linear time. The library's parser is not used: it looks for each closing tag in all open ones,
 * which takes hours for a megabyte of them.
 */
export function readHtml(html: string): HtmlEvent[] {
  const events: HtmlEvent[] = []
  let name = ''
  let attributes: Map<string, string> | null = null
  let attribute = ''
  let value: string[] = []
  const nameAt = (start: number, end: number) =>
    html.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase()
  const addText = (text: string) => {
    const last = events.at(-1)
    if (last?.type === 'text') last.text += text
    else events.push({ type: 'text', text })
  }
  const open = () => events.push({ type: 'open', name, attributes: attributes ?? NO_ATTRIBUTES })
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        name = nameAt(start, end)
        attributes = null
      },
      onattribname(start, end) {
        attribute = nameAt(start, end)
        value = []
      },
      onattribdata: (start, end) => void value.push(html.slice(start, end)),
      onattribentity: (code) => void value.push(String.fromCodePoint(code)),
      onattribend() {
        attributes ??= new Map()
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(attribute))
          attributes.set(attribute, value.join('').slice(0, MAX_VALUE_LENGTH))
      },
      onopentagend: open,
      onselfclosingtag: open,
      onclosetag: (start, end) => void events.push({ type: 'close', name: nameAt(start, end) }),
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (code) => addText(String.fromCodePoint(code)),
      oncomment: (start, end, offset) =>
        void events.push({ type: 'comment', text: html.slice(start, Math.max(start, end - offset)) }),
      oncdata: () => {},
      ondeclaration: () => {},
      onprocessinginstruction: () => {},
      onend: () => {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return events
}

const MAX_TEXT_LENGTH = 100_000

/** The text that readers see of a short piece of HTML, such as an excerpt or a caption, on one line. */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim()
  return textOf(inlinesOf(buildDocument(readHtml(html.slice(0, MAX_TEXT_LENGTH)), { report: () => {} })))
}

/** Writes text so that it is text in HTML, also between double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** The longest HTML of one article; an export may have several times the text of its Markdown. */
const MAX_ARTICLE_LENGTH = 4 * 1024 * 1024

/**
 * Converts HTML to Markdown of which this site's renderer shows the same text. Other content becomes a link or is left out, and is
 * reported. The time is linear in the length, whatever the content.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions): string {
  if (html.length > MAX_ARTICLE_LENGTH) options.report('too-large', `${html.length} characters`, 'text')
  const { text, footnotes } = writeMarkdown(readHtml(html.slice(0, MAX_ARTICLE_LENGTH)), options)
  return [text, footnotes].filter(Boolean).join('\n\n')
}
