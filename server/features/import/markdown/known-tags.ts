import { escapeHtml } from '#server/platform/documents/html/read-html.ts'

/** By name, or by place. */
export type TagAttributes = ReadonlyMap<string, string>

const ATTRIBUTE =
  /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))|"([^"]*)"|`([^`]*)`|([^\s"'`]+)/g

export function readTagAttributes(written: string): TagAttributes {
  const attributes = new Map<string, string>()
  let position = 0
  for (const [, name, ...values] of written.matchAll(ATTRIBUTE))
    attributes.set(
      name?.toLowerCase() ?? String(position++),
      values.find((value) => value !== undefined) ?? '',
    )
  return attributes
}

/** The address of a document or a picture that is named by its path, or without its folder. */
export type FindNote = (name: string) => string | null

/** Null for what cannot be written. */
type Writer = (attributes: TagAttributes, find: FindNote) => string | null

const value = (attributes: TagAttributes, ...names: string[]) =>
  escapeHtml(names.map((name) => attributes.get(name)).find(Boolean) ?? '')

const picture: Writer = (attributes) => {
  const source = value(attributes, 'src', 'url', 'image_path', 'image')
  const caption = value(attributes, 'caption', 'title', 'attr')
  const link = value(attributes, 'link', 'href')
  const shown = `<img src="${source}" alt="${value(attributes, 'alt')}">`
  const image = link ? `<a href="${link}">${shown}</a>` : shown
  return source ? `\n<figure>${image}${caption && `<figcaption>${caption}</figcaption>`}</figure>\n` : ''
}

const frame =
  (before: string, after = ''): Writer =>
  (attributes) => {
    const id = value(attributes, 'id', '0')
    const address = /^https?:/.test(id) ? id : `${before}${encodeURIComponent(id)}${after}`
    return id ? `\n<iframe src="${address}"></iframe>\n` : ''
  }

/** `{{< tweet user="a" id="1" >}}`, or the id alone. */
const post =
  (site: string): Writer =>
  (attributes) =>
    `\n<iframe src="${site}${encodeURIComponent(attributes.get('user') ?? 'i')}/status/${encodeURIComponent(attributes.get('id') ?? attributes.get('0') ?? '')}"></iframe>\n`

const gist: Writer = (attributes) => {
  const path = [attributes.get('0'), attributes.get('1')].filter(Boolean).join('/')
  return `\n<iframe src="https://gist.github.com/${encodeURI(path)}"></iframe>\n`
}

const code: Writer = (attributes) => `\n\`\`\`${(attributes.get('0') ?? '').replace(/[^\w+#.-]/g, '')}`

/** `{% codeblock A title lang:js %}` of Hexo. */
const codeblock: Writer = (attributes) => {
  const words = [...attributes.values()]
  const language = words.find((word) => word.startsWith('lang:'))?.slice('lang:'.length) ?? ''
  return `\n\`\`\`${language.replace(/[^\w+#.-]/g, '')}`
}

/** Another document, in the place of an address: by its path, or by its name alone. */
const reference: Writer = (attributes, find) => {
  const written = (attributes.get('0') ?? attributes.get('path') ?? '').replace(/[()<>\s]/g, '')
  const [name = '', place] = written.split('#')
  const found = find(name) ?? find(name.split('/').at(-1) ?? '')
  return (found ?? name) + (place === undefined ? '' : `#${place}`)
}

/** Shortcodes of Hugo itself, and those that most themes have. */
export const SHORTCODES: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['figure', picture],
  ['image', picture],
  ['img', picture],
  ['youtube', frame('https://www.youtube.com/embed/')],
  ['vimeo', frame('https://player.vimeo.com/video/')],
  ['instagram', frame('https://www.instagram.com/p/', '/')],
  ['tweet', post('https://twitter.com/')],
  ['twitter', post('https://twitter.com/')],
  ['x', post('https://x.com/')],
  ['gist', gist],
  ['highlight', code],
  ['ref', reference],
  ['relref', reference],
  ['details', (attributes) => `\n**${value(attributes, 'summary', '0') || 'Details'}**\n\n`],
  ['comment', () => ''],
])

/** Tags of Jekyll and its usual plugins. */
export const LIQUID: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['highlight', code],
  ['codeblock', codeblock],
  ['raw', () => ''],
  ['comment', () => ''],
  ['post_url', reference],
  ['link', reference],
  ['youtube', frame('https://www.youtube.com/embed/')],
  ['vimeo', frame('https://player.vimeo.com/video/')],
  ['gist', gist],
  [
    'include',
    (attributes, find) =>
      /^(?:figure|image|img)/.test(attributes.get('0') ?? '') ? picture(attributes, find) : null,
  ],
])
