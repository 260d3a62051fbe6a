const SIGNS = '0123456789+-=()n'
const RAISED = { sup: [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'], sub: [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ'] }

/** Writes small numbers above (`sup`) or below (`sub`) the line with Unicode characters; other text stays as it is. */
export function raiseText(text: string, direction: 'sup' | 'sub'): string {
  const places = [...text].map((character) => SIGNS.indexOf(character))
  return places.includes(-1) ? text : places.map((place) => RAISED[direction][place]).join('')
}
