import type { ImportedItem } from '#server/features/import/imported.ts'
import { cut, shortHash, storable } from '#server/features/import/run/article-facts.ts'

const MAX_ID_LENGTH = 180
const MAX_NAME_LENGTH = 200

/** An id as it is stored: that of a feed can be anything. */
export function storedId(sourceId: string): string {
  const id = storable(sourceId)
  return id.length <= MAX_ID_LENGTH ? id : `${id.slice(0, 120).toWellFormed()}…${shortHash(sourceId)}`
}

const storedName = (name: string) => cut(storable(name), MAX_NAME_LENGTH)

/** An item with names and ids of authors and terms as they can be stored. */
export function withStoredNames(item: ImportedItem): ImportedItem {
  if (item.kind === 'author')
    return { ...item, sourceId: storedId(item.sourceId), name: storedName(item.name) }
  if (item.kind === 'term') return { ...item, sourceId: storedId(item.sourceId), name: storedName(item.name) }
  if (item.kind !== 'article') return item
  const { authors, categories, tags } = item
  return {
    ...item,
    authors: authors.map(storedId),
    categories: categories.map(storedId),
    tags: tags.map(storedId),
  }
}
