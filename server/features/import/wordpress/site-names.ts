import type { ImportedAuthor, ImportedTerm } from '#server/features/import/imported.ts'
import { childrenOf, fieldOf, textOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

type Named = ImportedAuthor | ImportedTerm

export interface Names {
  /** Reads what an element of the head names. */
  read: (node: XmlNode) => Iterable<Named>
  ofArticle: (node: XmlNode) => { terms: Named[]; authors: string[]; categories: string[]; tags: string[] }
}

const TAXONOMIES = new Map([
  ['category', 'category'],
  ['post_tag', 'tag'],
] as const)

/** Collects authors, categories and tags, so that each is named once, before the first article that has it. */
export function createNames(): Names {
  const seen = new Set<string>()
  const once = (named: Named): Named[] => {
    if (seen.has(named.sourceId)) return []
    seen.add(named.sourceId)
    return [named]
  }
  const author = (login: string, name: string) =>
    once({ kind: 'author', sourceId: authorId(login), name: name || login, slug: login })
  const term = (taxonomy: 'category' | 'tag', slug: string, name: string, parent: string) =>
    once({
      kind: 'term',
      sourceId: termId(taxonomy, slug),
      taxonomy,
      name: name || slug,
      slug: slug.toLowerCase(),
      parent: parent ? termId(taxonomy, parent) : null,
    })
  return {
    *read(node) {
      const text = (name: string) => fieldOf(node, name).trim()
      if (node.name === 'wp:author') yield* author(text('wp:author_login'), text('wp:author_display_name'))
      else if (node.name === 'wp:category')
        yield* term('category', text('wp:category_nicename'), text('wp:cat_name'), text('wp:category_parent'))
      else if (node.name === 'wp:tag') yield* term('tag', text('wp:tag_slug'), text('wp:tag_name'), '')
    },
    ofArticle(node) {
      const terms: Named[] = []
      const categories: string[] = []
      const tags: string[] = []
      const guests: string[] = []
      for (const category of childrenOf(node, 'category')) {
        const domain = category.attributes.get('domain') ?? ''
        const nicename = category.attributes.get('nicename')?.trim() || textOf(category).trim()
        const taxonomy = TAXONOMIES.get(domain as 'category')
        if (taxonomy && nicename) {
          terms.push(...term(taxonomy, nicename, textOf(category).trim(), ''))
          const list = taxonomy === 'category' ? categories : tags
          list.push(termId(taxonomy, nicename))
        } else if (domain === 'author' && nicename) {
          // Several authors of one article, by the usual plugin.
          const login = nicename.replace(/^cap-/, '')
          terms.push(...author(login, textOf(category).trim()))
          guests.push(authorId(login))
        }
      }
      const creator = fieldOf(node, 'dc:creator').trim()
      if (creator && guests.length === 0) terms.push(...author(creator, ''))
      const authors = guests.length > 0 ? guests : creator ? [authorId(creator)] : []
      return {
        terms,
        authors: [...new Set(authors)],
        categories: [...new Set(categories)],
        tags: [...new Set(tags)],
      }
    },
  }
}

const authorId = (login: string) => `wordpress:author:${login.toLowerCase()}`
const termId = (taxonomy: string, slug: string) => `wordpress:${taxonomy}:${slug.toLowerCase()}`
