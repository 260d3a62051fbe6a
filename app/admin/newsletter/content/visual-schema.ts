import { type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import { SECTION_MARK } from '#core/newsletter/section-marks.ts'

/** Contains only what the sanitiser keeps (`server/features/newsletter/render/sanitise-html.ts`), so that the editor shows what is sent. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      content: 'inline*',
      group: 'block',
      // The section of the story below, as `core/newsletter/section-marks.ts` says.
      attrs: { lang: { default: null }, section: { default: null } },
      parseDOM: [
        {
          tag: 'p',
          getAttrs: (element) => ({ lang: langOf(element), section: element.getAttribute(SECTION_MARK) }),
        },
      ],
      toDOM: ({ attrs }) => [
        'p',
        { ...(attrs.section && { [SECTION_MARK]: String(attrs.section) }), ...withLang(attrs.lang) },
        0,
      ],
    },
    heading: {
      content: 'inline*',
      group: 'block',
      defining: true,
      attrs: { level: { default: 2 }, lang: { default: null } },
      parseDOM: [
        { tag: 'h1', getAttrs: (element) => ({ level: 2, lang: langOf(element) }) },
        ...[2, 3, 4].map((level) => ({
          tag: `h${level}`,
          getAttrs: (element: HTMLElement) => ({ level, lang: langOf(element) }),
        })),
        { tag: 'h5, h6', getAttrs: (element) => ({ level: 4, lang: langOf(element) }) },
      ],
      toDOM: ({ attrs }) => [`h${String(attrs.level)}`, withLang(attrs.lang), 0],
    },
    blockquote: block('blockquote', { content: 'block+', defining: true }),
    bullet_list: block('ul', { content: 'list_item+' }),
    ordered_list: {
      content: 'list_item+',
      group: 'block',
      attrs: { start: { default: 1 }, lang: { default: null } },
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (element) => ({
            start: Number(element.getAttribute('start') ?? 1) || 1,
            lang: langOf(element),
          }),
        },
      ],
      toDOM: ({ attrs }) => [
        'ol',
        { ...(attrs.start !== 1 && { start: String(attrs.start) }), ...withLang(attrs.lang) },
        0,
      ],
    },
    list_item: { ...block('li', { content: 'block+', defining: true }), group: '' },
    code_block: {
      ...block('pre', { content: 'text*', marks: '', code: true, defining: true }),
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    division: {
      ...block('div', { content: 'block+', defining: true }),
      // Low priority, because pasted HTML contains many divisions.
      parseDOM: [{ tag: 'div', priority: 10, getAttrs: (element) => ({ lang: langOf(element) }) }],
    },
    text: { group: 'inline' },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, width: { default: null }, height: { default: null } },
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs(element) {
            const src = parseAddress(element.getAttribute('src'), ['https:'])
            return (
              src !== null && {
                src,
                alt: element.getAttribute('alt') ?? '',
                width: element.getAttribute('width'),
                height: element.getAttribute('height'),
              }
            )
          },
        },
      ],
      toDOM: ({ attrs }) => [
        'img',
        {
          src: String(attrs.src),
          alt: String(attrs.alt),
          ...(attrs.width && { width: String(attrs.width) }),
          ...(attrs.height && { height: String(attrs.height) }),
        },
      ],
    },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      attrs: { href: {}, hreflang: { default: null }, lang: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs(element) {
            const href = parseAddress(element.getAttribute('href'), ['http:', 'https:', 'mailto:'])
            return (
              href !== null && { href, hreflang: element.getAttribute('hreflang'), lang: langOf(element) }
            )
          },
        },
      ],
      toDOM: ({ attrs }) => [
        'a',
        {
          href: String(attrs.href),
          ...(attrs.hreflang && { hreflang: String(attrs.hreflang) }),
          ...withLang(attrs.lang),
        },
        0,
      ],
    },
    strong: mark('strong', 'b'),
    em: mark('em', 'i'),
    strike: mark('s', 'del, strike'),
    sub: mark('sub'),
    sup: mark('sup'),
    small: mark('small'),
    code: mark('code'),
  },
})

function block(tag: string, spec: NodeSpec): NodeSpec {
  return {
    group: 'block',
    attrs: { lang: { default: null } },
    parseDOM: [{ tag, getAttrs: (element) => ({ lang: langOf(element) }) }],
    toDOM: ({ attrs }): DOMOutputSpec => [tag, withLang(attrs.lang), 0],
    ...spec,
  }
}

function mark(tag: string, others?: string): MarkSpec {
  return { parseDOM: [{ tag }, ...(others ? [{ tag: others }] : [])], toDOM: () => [tag, 0] }
}

function langOf(element: HTMLElement): string | null {
  return element.getAttribute('lang')
}

function withLang(lang: unknown): { lang?: string } {
  return typeof lang === 'string' ? { lang } : {}
}

/** A URL with one of these protocols, or a path on this site; null for everything else. */
export function parseAddress(value: string | null, protocols: readonly string[]): string | null {
  const address = (value ?? '').trim()
  if (/^\/(?![/\\])/.test(address)) return address
  const url = URL.parse(address)
  return url && protocols.includes(url.protocol) && !url.username && !url.password ? address : null
}
