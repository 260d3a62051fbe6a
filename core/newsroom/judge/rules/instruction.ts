import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** The distance at which an instruction makes a cited sentence suspect, in sentences. */
const NEAR = 2
/** The share of a sentence's words that an instruction must have for the sentence to have obeyed it. */
const OBEYED = 0.6

/** A sentence does not rest on sentences that speak to a language model, and does not obey them. */
export const instruction: JudgeRule = function* ({ cited, reading, isHeading }, sources) {
  if (sources.instructions.length === 0) return
  const order = isHeading ? undefined : cited.find((sentence) => sentence.instruction !== null)
  if (order) {
    yield finding('instruction', '', order.instruction ?? '')
    return
  }
  const { stems } = reading
  const plain = cited.filter((sentence) => sentence.instruction === null)
  const own = new Set(plain.flatMap((sentence) => [...sentence.stems]))
  const added = [...stems].filter((stem) => !own.has(stem))
  const obeyed = sources.instructions.find((sentence) => {
    const taken = added.filter((stem) => sentence.stems.has(stem))
    const shared = [...stems].filter((stem) => sentence.stems.has(stem))
    // Either most of it was requested, or all that it adds.
    return (
      (taken.length > 0 && shared.length >= OBEYED * stems.size) ||
      (taken.length > 1 && taken.length === added.length)
    )
  })
  if (obeyed && stems.size > 1) yield finding('instruction', reading.text, obeyed.text)
  else if (!isHeading) {
    const near = cited
      .flatMap((sentence) => sources.neighbours(sentence, NEAR))
      .find((sentence) => sentence.instruction !== null)
    if (near) yield finding('instruction_nearby', '', near.instruction ?? '')
  }
}
