import { finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'

/** How near an instruction makes a cited sentence suspect, in sentences. */
const NEAR = 2
/** How much of a sentence's words an instruction must have for the sentence to be what it asked for. */
const OBEYED = 0.6

/** What rests on sentences that speak to a language model, or does what they ask. */
export const instruction: JudgeRule = function* ({ cited, reading, isHeading }, sources) {
  if (sources.instructions.length === 0) return
  const spoken = isHeading ? undefined : cited.find((sentence) => sentence.instruction !== null)
  if (spoken) {
    yield finding('instruction', '', spoken.instruction ?? '')
    return
  }
  const { stems } = reading
  const own = new Set(cited.flatMap((sentence) => [...sentence.stems]))
  const obeyed = sources.instructions.find((sentence) => {
    const shared = [...stems].filter((stem) => sentence.stems.has(stem))
    return shared.length >= OBEYED * stems.size && shared.some((stem) => !own.has(stem))
  })
  if (obeyed && stems.size > 1) yield finding('instruction', reading.text, obeyed.text)
  else if (!isHeading) {
    const near = cited
      .flatMap((sentence) => sources.neighbours(sentence, NEAR))
      .find((sentence) => sentence.instruction !== null)
    if (near) yield finding('instruction_nearby', '', near.instruction ?? '')
  }
}
