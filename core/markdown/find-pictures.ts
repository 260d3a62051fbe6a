/** More are shown without variants. */
const MAX_PICTURES = 100
/** What may be the address of an image of ours in Markdown; whether it is one turns out later. */
const ADDRESS =
  /(?:https?:\/\/[^\s/"'<>()]+)?\/(?:demo|storage\/v1\/object\/public\/article-images)\/[^\s"'<>()[\]\\]+/g

/** The addresses in a text that may be images of this site. */
export function findPictures(markdown: string): string[] {
  return [...new Set(markdown.match(ADDRESS))].slice(0, MAX_PICTURES)
}
