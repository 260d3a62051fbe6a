import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'
import { diskFile, readHead } from '#server/platform/documents/source-file.ts'

/** The facts of a site that its configuration has. */
interface SiteConfiguration {
  /** The address of the site, with the path below which it is; null where that is not said. */
  address: URL | null
  text: string
}

/** The files in which generators and GitHub Pages keep where a site is. */
const CONFIGURATION =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml|json)|_config\.ya?ml|astro\.config\.\w+|eleventy\.config\.\w+|gatsby-config\.\w+|docusaurus\.config\.\w+|mkdocs\.ya?ml|(?:pelican|publish)conf\.py|_data\/(?:site|meta|metadata)\.(?:json|js|ya?ml)|CNAME)$/
const MAX_FILES = 10
const HEAD_BYTES = 64 * 1024
/** Texts are often alone in a folder: `content` of Hugo, `src/content/blog` of Astro. */
const FOLDERS_ABOVE = 3

const VALUE = String.raw`["']?\s{0,20}[:=]\s{0,20}["'\x60]?`
/** The names under which the address stands. The second are also those of authors, menus and others, further down. */
const [ADDRESS, ADDRESS_AT_TOP] = [
  /(?:^|[\s{,])["']?(?:base_?url|site_?url)/,
  /(?:^|[\s{,])["']?(?:url|site)/,
].map((name) => new RegExp(`${name.source}${VALUE}(https?:[^\\s"'\`,#]{1,300})`, 'im'))
const PATH = new RegExp(`(?:^|[\\s{,])["']?(?:baseurl|base|root)${VALUE}(/[^\\s"'\`,#]{0,300})`, 'im')
/** Addresses with which generators begin a site. */
const PLACEHOLDER =
  /^(?:localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\]|(?:www\.)?example(?:site)?\.(?:com|net|org)|your-docusaurus-site\.example\.com|(?:www\.)?(?:your|my)-?(?:web)?-?(?:site|domain|blog)\.\w+|(?:your)?-?user-?name\.github\.io)$/

/** The first configuration of a site that says where it is, or else the first of all, in a source or above it; null without one. */
export async function readConfiguration({ files, root }: ImportSource): Promise<SiteConfiguration | null> {
  const inside = files
    .filter(({ path }) => CONFIGURATION.test(path))
    .toSorted((one, other) => one.path.split('/').length - other.path.split('/').length)
  const configurations = await readAll(inside.slice(0, MAX_FILES))
  const found = configurations.find(({ address }) => address) ?? configurations[0] ?? null
  if (found || !root) return found
  let [folder, below] = [dirname(root), root]
  for (let above = 0; above < FOLDERS_ABOVE && folder !== below; above++) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => CONFIGURATION.test(name)).sort()
    const [said] = (
      await readAll(names.slice(0, MAX_FILES).map((name) => diskFile(join(folder, name), name, 1)))
    ).flatMap(({ address, text }) => (address ? [{ address, text }] : []))
    if (said) {
      // Files of two folders of one site may have the same name.
      said.address.pathname = join(said.address.pathname, root.slice(folder.length))
      return said
    }
    ;[folder, below] = [dirname(folder), folder]
  }
  return null
}

async function readAll(files: readonly SourceFile[]): Promise<SiteConfiguration[]> {
  const texts = await Promise.all(
    files.map(async (file) => ({ file, text: await readHead(file, HEAD_BYTES) })),
  )
  return texts.map(({ file, text }) => ({ address: addressIn(text, file.path), text }))
}

function addressIn(text: string, path: string): URL | null {
  if (path.endsWith('CNAME')) return real(`https://${text.trim().split(/\s/)[0]}`)
  const lines = text.replace(/^[ \t]{0,200}(?:#|\/\/).*$/gm, '')
  const address =
    real(ADDRESS?.exec(lines)?.[1] ?? '') ?? real(ADDRESS_AT_TOP?.exec(topOf(lines, path))?.[1] ?? '')
  const below = PATH.exec(lines)?.[1] ?? ''
  if (address?.pathname === '/' && below !== '') address.pathname = below
  return address
}

/** The part of a configuration that is about the whole site. */
function topOf(text: string, path: string): string {
  if (path.endsWith('.toml')) return text.replace(/^[ \t]*\[.*/ms, '')
  if (/\.ya?ml$/.test(path)) return text.replace(/^[ \t-].*$|\{.*$/gm, '')
  let depth = 0
  return text.replace(/[{}]|[^{}]+/g, (part) => {
    depth += part === '{' ? 1 : part === '}' ? -1 : 0
    return depth <= 1 ? part : ''
  })
}

function real(address: string): URL | null {
  const url = URL.parse(address)
  return url?.hostname.includes('.') && !PLACEHOLDER.test(url.hostname) ? url : null
}
