import type { HtmlOptions } from '#server/features/import/html/html-to-markdown.ts'
import { isObject, parseJson, textField } from '#server/features/import/json/json-fields.ts'

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
const SILENT = /^(?:spacer|separator|footnotes|block|more|nextpage)$/

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
