import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { isObject, parseJson, textField } from '#server/platform/documents/json/json-fields.ts'

/** How deep shared blocks may be in each other, and how long a text may become by them. */
const MAX_ROUNDS = 3
const MAX_LENGTH = 4 * 1024 ** 2
const SHARED = /<!-- wp:block (\{[^\n]{1,500}?\}) \/-->/g

/** Puts the texts of shared blocks in their places. */
export function insertSharedBlocks(
  html: string,
  blocks: ReadonlyMap<string, string>,
  report: HtmlOptions['report'],
): string {
  let text = html
  for (let round = 0; round < MAX_ROUNDS && text.includes('<!-- wp:block '); round++) {
    let length = text.length
    text = text.replace(SHARED, (_, written: string) => {
      const block = parseJson(written)
      const ref = isObject(block) ? textField(block, 'ref') : ''
      const found = blocks.get(ref)
      if (found === undefined) report('block', `shared block ${ref}`, 'left-out')
      length += found?.length ?? 0
      return found !== undefined && length <= MAX_LENGTH ? found : ''
    })
  }
  return text
}

/** Blocks that have nothing of their own in the text and whose absence no reader notices. */
const SILENT = /^(?:spacer|separator|footnotes|block|more|nextpage|shortcode|pattern)$/

/** Reports the blocks that WordPress fills when a page is shown, of which an export has nothing but their names. */
export function reportBlock(comment: string, report: HtmlOptions['report']): void {
  const [, name = '', written = '', isEmpty] =
    /^\s*wp:([a-z][\w-]*(?:\/[\w-]+)?)\s+(?:(\{[\s\S]*\})\s+)?(\/)?$/.exec(
      `${comment.trimEnd()} `.replace(/\/ $/, '/'),
    ) ?? []
  if (/^(?:core-embed\/.+|embed)$/.test(name)) {
    const block = parseJson(written)
    report('embed', isObject(block) ? textField(block, 'url') : name, 'link')
  } else if (isEmpty && !SILENT.test(name)) report('block', name, 'left-out')
}

const BACKGROUND = /background-image:\s*url\(["']?([^"'()<>\s]{1,2000})["']?\)/i

/** Puts pictures that are backgrounds, as of a cover that stays in place, where readers see them. */
export function showCovers(html: string): string {
  return html.replace(/<div\s[^<>]{1,4000}>/g, (tag) => {
    const address = tag.includes('wp-block-cover')
      ? BACKGROUND.exec(tag.replaceAll('&quot;', ''))?.[1]
      : undefined
    return address === undefined ? tag : `${tag}<img src="${address}" alt="">`
  })
}

/** Addresses that alone on a line are shown as a player or a post: https://wordpress.org/documentation/article/embeds/ */
const EMBEDDED =
  /^[ \t]*(https?:\/\/(?:[\w-]{1,40}\.){0,3}(?:youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|wordpress\.tv|videopress\.com|ted\.com|twitter\.com|x\.com|bsky\.app|tiktok\.com|instagram\.com|facebook\.com|flickr\.com|flic\.kr|imgur\.com|soundcloud\.com|spotify\.com|mixcloud\.com|reverbnation\.com|pocketcasts\.com|anghami\.com|slideshare\.net|speakerdeck\.com|scribd\.com|issuu\.com|reddit\.com|tumblr\.com|kickstarter\.com|crowdsignal\.net|animoto\.com|cloudup\.com|smugmug\.com|pinterest\.com|wolframcloud\.com)\/[^\s<>[\]]*)[ \t]*$/gim

/** Reports addresses of the classic editor that were shown as what is there. */
export function reportLines(text: string, report: HtmlOptions['report']): void {
  for (const [, address = ''] of text.replaceAll('\r', '').matchAll(EMBEDDED))
    report('embed', address, 'link')
}
