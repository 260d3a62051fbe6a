import { foldName, type NameWord } from '#core/check/text/name-words.ts'
import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import { isOrdinary } from '#core/newsroom/judge/words/is-ordinary.ts'

const AFTER =
  /^(?:['’]s?)?,?\s+(?:\p{Ll}+\s+)?(?:report|writ|wrote|quot|sa(?:ys|id)|add(?:s|ed)\b|not(?:es|ed)\b|cit(?:es|ed)\b|found|learn|put|call|describ|tell|told|confirm|point|explain|warn|estimate)/u
const BEFORE =
  /(?:according to|told|(?:with|to|by|in|from|for)|(?:tells|quoting|citing|cites|and|as))\s+(?:the\s+)?(?:\p{L}+\s+){0,2}$/iu

/**
 * An outlet may be named as the origin of what is said, and for nothing else: what it calls itself is no source, because a page can call itself
 * by anybody's name.
 */
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
