import { MAX_RECORD_LENGTH } from '#server/features/import/imported.ts'
import type { Attachment } from '#server/features/import/wordpress/shortcodes.ts'
import { readLanguage } from '#server/platform/documents/read-language.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { BrokenXml, readXml, type XmlRecord } from '#server/platform/documents/xml/read-xml.ts'
import { childrenOf, fieldOf, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

/** The facts of all items that have to be known before the first can be read: an export has them in the order of their ids. */
export interface SiteIndex {
  attachments: Map<string, Attachment>
  /** Of all attachments, in the size in which they were uploaded. */
  addresses: Set<string>
  /** The ids of attachments by the article that they belong to. */
  attached: Map<string, string[]>
  /** Texts that articles share, by their ids. */
  blocks: Map<string, string>
  /** The original of each translation. */
  originals: Map<string, string>
  languages: Map<string, string>
  /** Translations of which the original, or another language, is not in the export. */
  missing: Set<string>
  siteLanguage: string | null
  isExport: boolean
}

interface Member {
  id: string
  language: string | null
  /** The language that it was translated from, as WPML says. */
  from: string
}

const MAX_BLOCKS_LENGTH = 20 * 1024 ** 2
const SKIPPED = new Set(['wp:comment', 'wp:termmeta', 'wp:commentmeta'])
const inChannel = (path: readonly string[]) => path.length === 2 && path[1] === 'channel'

/** Elements of a file, which may be cut short. */
export async function* readChannel(
  file: SourceFile,
  report: (problem: string) => void,
): AsyncIterable<XmlRecord> {
  yield* readXml(file.open(), { isRecord: inChannel, skipped: SKIPPED, maxLength: MAX_RECORD_LENGTH }, report)
}

export async function indexSite(files: readonly SourceFile[]): Promise<SiteIndex> {
  const index: SiteIndex = {
    attachments: new Map(),
    addresses: new Set(),
    attached: new Map(),
    blocks: new Map(),
    originals: new Map(),
    languages: new Map(),
    missing: new Set(),
    siteLanguage: null,
    isExport: false,
  }
  const groups = new Map<string, Member[]>()
  /** The number of languages that a group has, by what Polylang says of it. */
  const sizes = new Map<string, number>()
  const locales = new Map<string, string>()
  let blocksLength = 0
  for (const file of files) {
    try {
      for await (const { node } of readChannel(file, () => {})) {
        if (node.name === 'wp:wxr_version') index.isExport = true
        else if (node.name === 'language') index.siteLanguage ??= readLanguage(textOf(node))
        else if (node.name === 'wp:term') readTerm(node, sizes, locales)
        else if (node.name === 'item') {
          const type = fieldOf(node, 'wp:post_type')
          const id = fieldOf(node, 'wp:post_id')
          index.isExport ||= type !== ''
          if (type === 'attachment') addAttachment(node, id, index)
          else if (type === 'wp_block' && blocksLength < MAX_BLOCKS_LENGTH) {
            const text = fieldOf(node, 'content:encoded')
            blocksLength += text.length
            index.blocks.set(id, text)
          } else if (type === 'post' || type === 'page') addMember(node, id, { index, groups, locales })
        }
      }
    } catch (error) {
      if (!(error instanceof BrokenXml)) throw error
    }
  }
  for (const [group, members] of groups) joinGroup(members, sizes.get(group) ?? 0, index)
  return index
}

function readTerm(node: XmlNode, sizes: Map<string, number>, locales: Map<string, string>): void {
  const [taxonomy, slug] = [fieldOf(node, 'wp:term_taxonomy'), fieldOf(node, 'wp:term_slug')]
  // Both are serialised by PHP, of which only what is looked for is read.
  const description = fieldOf(node, 'wp:term_description').slice(0, 10_000)
  if (taxonomy === 'post_translations')
    sizes.set(slug, description.match(/s:\d+:"[\w-]+";i:\d+/g)?.length ?? 0)
  const locale = taxonomy === 'language' ? /"locale";s:\d+:"([\w-]+)"/.exec(description)?.[1] : undefined
  if (locale) locales.set(slug, locale)
}

function addAttachment(node: XmlNode, id: string, { attachments, addresses, attached }: SiteIndex): void {
  const address = fieldOf(node, 'wp:attachment_url', 'guid').trim()
  if (!address) return
  addresses.add(address)
  attachments.set(id, {
    address,
    alt: metaOf(node, '_wp_attachment_image_alt'),
    caption: fieldOf(node, 'excerpt:encoded'),
  })
  const parent = fieldOf(node, 'wp:post_parent')
  const siblings = attached.get(parent)
  if (siblings) siblings.push(id)
  else if (parent && parent !== '0') attached.set(parent, [id])
}

function addMember(
  node: XmlNode,
  id: string,
  {
    index,
    groups,
    locales,
  }: { index: SiteIndex; groups: Map<string, Member[]>; locales: Map<string, string> },
): void {
  const category = (domain: string) =>
    childrenOf(node, 'category').find(({ attributes }) => attributes.get('domain') === domain)
  const written = category('language')
  const nicename = written?.attributes.get('nicename') ?? ''
  const language = readLanguage(
    metaOf(node, '_wpml_import_language_code') || locales.get(nicename) || nicename || textOf(written),
  )
  if (language) index.languages.set(id, language)
  const polylang = category('post_translations')?.attributes.get('nicename') ?? ''
  const wpml = metaOf(node, '_wpml_import_translation_group')
  const group = polylang || (wpml && `wpml ${wpml}`)
  if (!group) return
  const member = { id, language, from: metaOf(node, '_wpml_import_source_language_code') }
  const members = groups.get(group)
  if (members) members.push(member)
  else groups.set(group, [member])
}

/** The English article is the original, because it is here; otherwise the one that was translated from none, or is in the site's language. */
function joinGroup(members: Member[], size: number, index: SiteIndex): void {
  const original =
    members.find(({ language }) => language === 'en') ??
    members.find(({ from, language }) => from === '' && language === index.siteLanguage) ??
    members.find(({ from }) => from === '') ??
    members[0]
  const seen = new Set([original?.language])
  for (const { id, language } of members) {
    if (!original || id === original.id) continue
    // Two articles of one language cannot both be translations.
    if (language && !seen.has(language)) index.originals.set(id, original.id)
    else index.missing.add(id)
    seen.add(language)
  }
  if (original && size > members.length) index.missing.add(original.id)
}

export function metaOf(node: XmlNode, key: string): string {
  const found = childrenOf(node, 'wp:postmeta').find((meta) => fieldOf(meta, 'wp:meta_key').trim() === key)
  return found ? fieldOf(found, 'wp:meta_value').trim() : ''
}

export function metasOf(node: XmlNode, key: string): string[] {
  return childrenOf(node, 'wp:postmeta')
    .filter((meta) => fieldOf(meta, 'wp:meta_key').trim() === key)
    .map((meta) => fieldOf(meta, 'wp:meta_value').trim())
}
