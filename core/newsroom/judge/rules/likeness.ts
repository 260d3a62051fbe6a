import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** A changed sentence with less of its former words may rest on something else. */
const MIN_SAME = 0.55
/** The share of its words that a sentence should have from its citations. */
const MIN_SHARE = 0.2

/** A sentence has enough of the words of its sources, and of its earlier version. */
export const likeness: JudgeRule = function* ({ likeness, reading, cited, written }) {
  if (written.kind === 'code' || written.kind === 'rest' || cited.length === 0) return
  if (likeness < MIN_SAME) yield finding('changed')
  const english = cited.filter(({ language }) => language === 'en')
  if (english.length === 0) {
    const entities = reading.names.length + reading.quantities.quantities.length
    if (entities === 0) yield finding('little_in_common')
    return
  }
  const { stems } = reading
  if (stems.size === 0) return
  const shared = [...stems].filter((stem) => english.some((sentence) => hasStem(sentence.stems, stem))).length
  // Of one or two words one is enough.
  if (shared < MIN_SHARE * stems.size) yield finding('little_in_common')
}

const hasStem = (stems: ReadonlySet<string>, stem: string) =>
  stems.has(stem) ||
  (stem.length >= 5 &&
    [...stems].some((other) => other.length >= 5 && (other.startsWith(stem) || stem.startsWith(other))))
