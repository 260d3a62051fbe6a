import { MAX_READ } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { finding, type JudgeRule, MAX_CITED } from '#core/newsroom/judge/rule.ts'

/** A sentence cites existing sources, which were not removed. */
export const citation: JudgeRule = function* ({ isHeading, written, cites, cited }, sources) {
  if (isHeading) return
  // A sentence that is too long to be compared is not covered.
  if (written.kind === 'rest' || cites.length === 0 || written.text.length > MAX_READ) {
    yield finding('uncited')
    return
  }
  // Nobody would compare so many with each other.
  if (cites.length > MAX_CITED) yield finding('unclear')
  for (const cite of cites) {
    const source = sources.source(cite.source)
    const id = `${cite.source}.${cite.sentence}`
    if (!source || !sources.find(cite)) yield finding('unknown_source', '', id)
    // A sentence that others cover too does not need the source that was removed.
    else if (source.state === 'removed' && cited.length === 0) yield finding('unknown_source', '', id)
    else if (source.state === 'withdrawn') yield finding('source_withdrawn', '', source.outlet)
  }
  const own = new Set(cited.map(({ source }) => source))
  for (const { state, outlet } of own)
    if (state === 'corrected') yield finding('source_corrected', '', outlet)
}
