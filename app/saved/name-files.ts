import { manifestOfKept } from '#app/document/routes-for-readers.ts'
import { pictureOf } from '#core/domain/kept-page.ts'
import { playerMessagesPath } from '#core/paths.ts'

const NAMING = 'link[href], style, script[src], script[type=module]'
const ASSET = /\/assets\/[\w.-]+\.\w+/g
const MANIFEST = /\/assets\/manifest-\w+(?:-readers)?\.js/
/** The widest picture that is kept where the page does not show one. */
const KEPT_WIDTH = 800
/** Of a picture as it was uploaded. A text can name any address as one. */
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const MESSAGES = /^\/assets\/[a-z]+-\w+\.json$/

export interface NamedFiles {
  /** Without one of these the page does not work. */
  assets: string[]
  /** The list of what the build of this page loads on use; null for a page of another kind of build. */
  list: string | null
  pictures: string[]
}

/**
 * What a document needs, by the addresses in it: those of assets contain a hash of their content, so a page that is kept with what it
 * names is of one version. `shown` is the page of the same address, if it is open: what its pictures were loaded as is at hand.
 */
export function nameFiles(document: Document, shown?: Document): NamedFiles {
  // Not in the text of an article, which may say anything.
  const text = Array.from(document.querySelectorAll(NAMING), ({ outerHTML }) => outerHTML).join('\n')
  const manifest = MANIFEST.exec(text)?.[0]
  const assets = text.match(ASSET) ?? []
  return {
    // With the messages of the player, for a voice of the device needs no network.
    assets: [
      ...new Set(assets.flatMap((path) => (MESSAGES.test(path) ? [path, playerMessagesPath(path)] : path))),
    ],
    list: manifest ? manifestOfKept(manifest) : null,
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
