import type { NameWord } from '#core/check/text/name-words.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** The rest of a name, and the verbs of an outlet. */
const AFTER =
  /^(?:\.\p{L}{2,24})?(?:(?:\s+|['’])(?:\p{Lu}[\p{L}'’-]*|and|of|d[aeiou]|d[eo]l|la|le|von|[a-z](?=['’])))*(?:['’]s?)?(?:\s\([^()]{1,60}\))?,?\s+(?:\p{Ll}+\s+)?(?:(?:re(?:port|call|veal|mind|mark|view)|writ|wrote|quot|learn|put|call|describ|tell|told|confirm|point|explain|warn|estimat|publish|ask|interview|object|argu|observ|list|count|calculat|compar|show)\p{Ll}*|sa(?:ys|id)|add(?:s|ed)|not(?:es|ed)|cit(?:es|ed)|f(?:ound|inds)|has (?:seen|learned|reported|obtained))(?!\p{L})/u
/** The verbs of others with an outlet, and the beginning of its name. */
const BEFORE =
  /(?:according to|reports?|reported|writes|wrote|tell(?:s|ing)?|told|with|to|by|in|from|for|quot(?:es|ing)|cit(?:es|ing)|as|(?:reader|editor|reporter|correspondent|edition|issue|website|report|article|analysis|journalist|calculation)s? (?:of|for|at))\s+(?:the\s+)?(?:[\p{L}'’-]+\s+){0,3}(?:\p{L}['’])?$/iu

/** An outlet may be named as the origin of a statement only: its name is not evidence, because a page can give itself any name. */
export const outletName: JudgeRule = function* ({ reading, cited, isHeading }) {
  if (isHeading) return
  const outlets = new Set(cited.flatMap(({ source }) => wordsOf(source.outlet)))
  const told = new Set(cited.flatMap(({ text }) => wordsOf(text)))
  const isBorrowed = ({ text }: NameWord) =>
    !isOrdinary(text) && outlets.has(foldName(text)) && !told.has(foldName(text))
  const borrowed = reading.names.filter(isBorrowed)
  const isOrigin = borrowed.some(
    ({ from, to }) => AFTER.test(reading.text.slice(to)) || BEFORE.test(reading.text.slice(0, from)),
  )
  const [name] = borrowed
  if (name && !isOrigin) yield finding('name_not_in_source', name.text)
}

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).map(foldName)
