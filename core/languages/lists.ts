/** The words of a list. */
export const wordsIn = (list = ''): string[] => list.split(' ').filter(Boolean)

/** The entries of a list such as `Dr.=Doktor;Hr.=Herr`. */
export const pairs = (list: string): [written: string, spoken: string][] =>
  list.split(';').map((entry) => {
    const [written = '', spoken = ''] = entry.split('=')
    return [written, spoken]
  })

/** The entries of a list such as `1 one;2 two both`. */
export const listedNumbers = (list: string): [value: number, words: string[]][] =>
  list.split(';').map((entry) => {
    const [value, ...words] = entry.split(' ')
    return [Number(value), words]
  })

/** The first word of each number. */
export const namesOfNumbers = (list: string): ReadonlyMap<number, string> =>
  new Map(listedNumbers(list).map(([value, [word = '']]) => [value, word]))

/** The full names of months or weekdays, as alternatives of a pattern. */
export const namesIn = (names: readonly string[]): string =>
  names.map((forms) => forms.split('|', 1)[0]).join('|')

/** The forms of names of months or weekdays in lower case, by their places from `first` on. */
export const formsOf = (names: readonly string[], first: number): [form: string, place: number][] =>
  names.flatMap((forms, index) =>
    forms
      .toLowerCase()
      .split('|')
      .map((form): [string, number] => [form, index + first]),
  )
