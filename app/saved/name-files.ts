import { pictureOf } from '#core/domain/kept-page.ts'

const NAMING = 'link[href], style, script[src]'
const ASSET = /\/assets\/[\w.-]+\.\w+/g
const SCRIPT = /\/assets\/reader-[\w-]+(?=\.js)/
/** The widest picture that is kept where the page does not show one. */
const KEPT_WIDTH = 800
/** The address of a picture as it was uploaded. A text can name any address as one. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

export interface NamedFiles {
  /** The files without which the page does not work. */
  assets: string[]
  /** The list of later parts of the page's script; null for a page of another kind of build. */
  list: string | null
  pictures: string[]
}

/**
 * Lists the files of a document, by the addresses in it: those of assets contain a hash of their content, so a page that is stored with its
 * files is of one version. `shown` is the page of the same address, if it is open: the loaded variants of its pictures are known.
 */
export function nameFiles(document: Document, shown?: Document): NamedFiles {
  // The text of an article is excluded, because it may name anything.
  const text = Array.from(document.querySelectorAll(NAMING), ({ outerHTML }) => outerHTML).join('\n')
  const script = SCRIPT.exec(text)?.[0]
  return {
    assets: [...new Set(text.match(ASSET))],
    list: script ? `${script}.json` : null,
    pictures: [...new Set(picturesOf(document, shown))],
  }
}

/** One address for each picture of an article. Pictures of other sites are theirs, and related articles are not read here. */
function picturesOf(document: Document, shown?: Document): string[] {
  const loaded = new Map<string | null, string>()
  for (const image of shown?.querySelectorAll<HTMLImageElement>('article img') ?? [])
    if (image.currentSrc) loaded.set(image.getAttribute('src'), image.currentSrc)
  return [...document.querySelectorAll('article img')].flatMap((image) => {
    const src = image.getAttribute('src')
    const address = loaded.get(src) ?? candidateOf(image) ?? src
    const url = address ? URL.parse(address, 'https://site.invalid') : null
    const isOwn = url && (url.host === 'site.invalid' || url.origin === globalThis.location?.origin)
    return isOwn && (pictureOf(url.pathname) || (url.pathname === src && PICTURE.test(src)))
      ? [url.pathname + url.search]
      : []
  })
}

function candidateOf(image: Element): string | undefined {
  const sets = image.closest('picture')?.querySelectorAll('source') ?? []
  const candidates = (sets[0]?.getAttribute('srcset') ?? '').split(', ').map((text) => text.split(' '))
  return candidates.find(([, width]) => width === `${KEPT_WIDTH}w`)?.[0]
}
