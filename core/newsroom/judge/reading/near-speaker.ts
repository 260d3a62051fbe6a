import type { Quotation } from '#core/newsroom/judge/reading/read-quotations.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'

const NAME = String.raw`((?:\p{Lu}[\p{L}'’-]+(?:\s+(?:de|von|van|der|la|al|bin|di|da|dos)(?=\s+\p{Lu}))?\s?){1,4})`
const SAYS =
  'said|says|told|adds?|added|wrote|writes|argued|argues|warned|warns|explained|explains|stated|states|insisted|insists|noted|notes|' +
  'declared|declares|replied|asked|announced|sagte|sagt|erklärte|erklärt|betonte|betont|warnte|warnt|meint|meinte|dijo|dice|afirmó|' +
  'afirma|aseguró|declaró|explicó|señaló|advirtió|a déclaré|déclare|a dit|dit|affirme|a affirmé|explique|a expliqué|a averti|ha detto|' +
  'dice|ha dichiarato|ha affermato|afferma|spiega|ha spiegato|disse|diz|afirmou|declarou|explicou|alertou'
/** Said Ada Byron; Ada Byron, head of the office, said. */
const AFTER_VERB = new RegExp(
  String.raw`(?<!\p{L})(?:${SAYS}|according to|laut|según|selon|secondo|segundo)\s+(?:\p{Ll}[\p{L}-]*\s+){0,4}${NAME}`,
  'u',
)
const BEFORE_VERB = new RegExp(String.raw`${NAME}(?:,[^,“”"«»]{0,80},)?\s*(?:${SAYS})(?!\p{L})`, 'u')

/** The name of who says a quotation, in the words of its sentence around it; null when there is none. */
export function nearSpeaker({ text }: Pick<SentenceReading, 'text'>, { from, to }: Quotation): string | null {
  const [after, before] = [text.slice(to), text.slice(0, from)]
  const found =
    AFTER_VERB.exec(after) ?? BEFORE_VERB.exec(after) ?? BEFORE_VERB.exec(before) ?? AFTER_VERB.exec(before)
  return found?.[1]?.trim() ?? null
}
