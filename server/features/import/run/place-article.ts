import { ARTICLE_FIELDS } from '#core/domain/article-fields.ts'
import { meantAddresses } from '#core/domain/old-address.ts'
import { isLanguage } from '#core/i18n/languages.ts'
import { replaceImages, rewriteLinks } from '#core/markdown/source/replace-addresses.ts'
import { articlePath } from '#core/paths.ts'
import type { ImportedArticle, ImportedHero, ImportedPage } from '#server/features/import/imported.ts'
import type { BringPicture } from '#server/features/import/places/bring-picture.ts'
import type { ArticleFacts } from '#server/features/import/run/article-facts.ts'
import type { Entry, SourceIndex } from '#server/features/import/run/index-source.ts'
import type { StorableArticle } from '#server/features/import/run/store-articles.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

export interface Places {
  index: SourceIndex
  files: ReadonlyMap<string, SourceFile>
  hosts: ReadonlySet<string>
  bringPicture: BringPicture
  signal: AbortSignal
}

/** Pictures of one article that are brought. */
const MAX_PICTURES = 500
const HAS_HOST = /^(?:https?:)?\/\//i

/** The addresses of the pictures that a text shows, and of others. */
export function picturesOf(text: string, others: readonly string[]): Set<string> {
  const found = new Set<string>(others)
  replaceImages(text, (address) => {
    if (found.size < MAX_PICTURES) found.add(address)
    return null
  })
  found.delete('')
  return found
}

/** Tells where the file of a picture is. */
export function whereIs(
  address: string,
  { pictures }: Pick<SourceIndex, 'pictures'>,
  oldSite: string | null,
): 'inside' | 'elsewhere' | 'siteless' {
  const known = pictures.get(address)
  if (known && known.entry !== null) return 'inside'
  return oldSite !== null || HAS_HOST.test(address) ? 'elsewhere' : 'siteless'
}

/** Leads the pictures and links of an article to where they are here. */
export async function placeArticle(
  { article, facts, entry }: { article: ImportedArticle; facts: ArticleFacts; entry: Entry },
  places: Places,
): Promise<StorableArticle> {
  const { hero, social, oldAddresses, own = null } = article
  // Its pictures are at the addresses that it names, and its links lead to where they led.
  if (own)
    return { entry, facts, content: facts.content, hero_image: null, social_image: null, oldAddresses, own }
  const others = [hero?.address ?? '', social?.image ?? '']
  const { language } = entry
  const { content, brought } = await placeText(facts.content, others, { ...article, language }, places)
  const pictureAt = (address: string | undefined, length: number) => {
    const path = brought.get(address ?? '') ?? null
    return path && path.length <= length ? path : null
  }
  return {
    entry,
    facts,
    content,
    hero_image: pictureAt(hero?.address, ARTICLE_FIELDS.hero_image.longest),
    social_image: pictureAt(social?.image, ARTICLE_FIELDS.social_image.longest),
    oldAddresses,
    own,
  }
}

/** The text of a page, likewise. */
export async function placePage(page: ImportedPage, places: Places): Promise<string> {
  return (await placeText(page.markdown, [], { ...page, hero: null }, places)).content
}

interface Owner {
  sourceId: string
  title: string
  language: string | null
  hero: ImportedHero | null
  oldAddresses: string[]
}

async function placeText(text: string, others: readonly string[], owner: Owner, places: Places) {
  const wanted = picturesOf(text, others)
  const brought = await bringAll(wanted, owner, places)
  const withPictures =
    brought.size > 0 ? replaceImages(text, (address) => brought.get(address) ?? null) : text
  const { oldAddresses } = owner
  const content = relink(withPictures, { oldAddresses, hosts: places.hosts }, (address) => {
    const found = places.index.byAddress.get(address)
    return found && isLanguage(found.language)
      ? articlePath({ slug: found.slug, language: found.language })
      : null
  })
  return { content, brought }
}

/** The addresses here of those pictures that could be brought; nothing for those that are left out. */
async function bringAll(
  wanted: ReadonlySet<string>,
  { sourceId, title, language, hero: heroOfAll }: Owner,
  { index, files, bringPicture, signal }: Places,
): Promise<Map<string, string>> {
  const place = { file: '', title, sourceId }
  const found = await Promise.all(
    [...wanted].map(async (address) => {
      const known = index.pictures.get(address)
      const hero = heroOfAll?.address === address ? heroOfAll : null
      const path = await bringPicture(
        {
          address,
          alt: hero?.alt || (known?.alt ?? ''),
          caption: hero?.caption || (known?.caption ?? ''),
          file: files.get(known?.entry ?? '') ?? null,
          language: isLanguage(language) ? language : 'en',
          place,
        },
        signal,
      )
      return [address, path] as const
    }),
  )
  return new Map(found.flatMap(([address, path]) => (path === null ? [] : [[address, path]])))
}

/** Of one text; others stay as they are, and are redirected. */
const MAX_LINKS = 2_000
const FRAGMENT = /^#[\w%.~-]{1,200}$/

interface OldPlace {
  /** Of the article whose text it is. Relative links are resolved against the first and the last, the path of its file. */
  oldAddresses: readonly string[]
  /** The names of the old site, such as `paper.example`; with and without `www.` is the same. */
  hosts: ReadonlySet<string>
}

/**
 * A Markdown text in which links to addresses of the old site lead to the articles that had them. `find` gets an address in its normal
 * form (core/domain/old-address.ts).
 */
export function relink(markdown: string, place: OldPlace, find: (address: string) => string | null): string {
  let links = 0
  return rewriteLinks(markdown, (link) => {
    if (++links > MAX_LINKS) return null
    for (const address of addressesOf(link, place)) {
      const path = find(address)
      const hash = /#.*$/s.exec(link)?.[0] ?? ''
      if (path !== null) return `${path}${FRAGMENT.test(hash) ? hash : ''}`
    }
    return null
  })
}

/** Lists the addresses that a link may mean, most likely first; nothing for one to another site, or to a place in its own text. */
function addressesOf(link: string, { oldAddresses, hosts }: OldPlace): string[] {
  if (link === '' || link.startsWith('#')) return []
  const bases = [...new Set([oldAddresses[0] ?? '/', oldAddresses.at(-1) ?? '/'])]
  return bases.flatMap((base) => {
    const url = URL.parse(link, URL.parse(base, 'https://old.invalid')?.href)
    if (!url || !/^https?:$/.test(url.protocol)) return []
    const isOld =
      url.host === 'old.invalid' ||
      [url.host, withoutWww(url.host), `www.${url.host}`].some((host) => hosts.has(host))
    return isOld ? meantAddresses(url.pathname + url.search) : []
  })
}

const withoutWww = (host: string) => host.replace(/^www\./, '')
