/** Shorter parts are copied by V8 itself. */
const MIN_SHARED_LENGTH = 13

/** A copy of a part of a text. V8 only refers to the whole, so that a thousand kept ids would keep a whole export in memory. Halves of characters are replaced. */
export function ownText(text: string): string {
  return text.length < MIN_SHARED_LENGTH ? text.toWellFormed() : Buffer.from(text).toString()
}
