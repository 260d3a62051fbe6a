const IRREGULAR: ReadonlyMap<string, string> = new Map(
  (
    'bought:buy sold:sell paid:pay told:tell said:say won:win lost:lose rose:rise risen:rise fell:fall fallen:fall grew:grow grown:grow ' +
    'held:hold met:meet built:build began:begin begun:begin took:take taken:take gave:give given:give left:leave led:lead made:make ' +
    'found:find spent:spend sent:send wrote:write written:write spoke:speak spoken:speak broke:break broken:break chose:choose ' +
    'chosen:choose drew:draw drawn:draw drove:drive driven:drive flew:fly kept:keep knew:know known:know meant:mean ran:run saw:see ' +
    'seen:see sought:seek shot:shoot showed:show shown:show stood:stand struck:strike taught:teach thought:think threw:throw ' +
    'thrown:throw went:go gone:go came:come became:become brought:bring caught:catch fought:fight hid:hide hidden:hide laid:lay ' +
    'lent:lend rode:ride sank:sink stole:steal stolen:steal swore:swear sworn:swear withdrew:withdraw withdrawn:withdraw people:person ' +
    'men:man women:woman children:child died:die dying:die lies:lie lying:lie sued:sue suing:sue cut:cut put:put because:cause told:tell wolves:wolf lives:life'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** Returns true when it is a form such as bought; cut and put are others as well. */
export const isIrregularPast = (word: string) =>
  /^(?:people|men|women|children|cut|put|dying|lies|lying|suing)$/.test(word) ? false : IRREGULAR.has(word)

/** The stem of an English word: the word without the endings of plurals, tenses and nouns made of verbs. */
export function stemOf(word: string): string {
  const base = IRREGULAR.get(word) ?? word
  if (base.length <= 3 || /\d/.test(base)) return base
  let stem = base.replace(/ie[sd]$|(?<=[sxz]|ch|sh)es$|(?<=[^su])s$/u, (ending) =>
    ending.startsWith('i') ? 'y' : '',
  )
  if (stem.length > 4)
    stem = stem.replace(/(?:ing|ed)$/u, (ending) => (stem.length - ending.length >= 3 ? '' : ending))
  if (stem.length > 6)
    stem = stem.replace(
      /(?:ations?|itions?|ments?|ness|ities|ity|ances?|ences?|ally|ly|ers?|ors?|al|ives?|ions?)$/u,
      '',
    )
  stem = stem.replace(/(?<=.{2})([bdfglmnprt])\1$/u, '$1')
  return stem.replace(/(?<=.{3})[ey]$|(?<=.{3})i$/u, '')
}
