/** Code points, as the database counts them: an emoji is one, where `length` says two. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
