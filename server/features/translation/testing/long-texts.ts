/** English sentences with German ones that pass every check. */
const SENTENCES = [
  [
    'The harbour office counts every ship that waits outside the bay before it may come in.',
    'Das Hafenamt zählt jedes Schiff, das draußen vor der Bucht wartet, bevor es einlaufen darf.',
  ],
  [
    'Nobody in the town knows how long the council will need to decide who is responsible.',
    'Niemand in der Stadt weiß, wie lange der Rat noch braucht, bis er über die Zuständigkeit entscheidet.',
  ],
  [
    'The captains have asked for an answer, and they say that they will not wait much longer.',
    'Die Kapitäne haben um eine Antwort gebeten und sagen, dass sie nicht mehr lange warten werden.',
  ],
  [
    'Small models read the forms of the office, and people check what they have written.',
    'Kleine Modelle lesen die Formulare des Amtes, und Menschen prüfen, was sie geschrieben haben.',
  ],
] as const

const TITLE = 'The harbour opens its gates again'
const GERMAN_TITLE = 'Der Hafen öffnet seine Tore wieder'

/** The fields of an article beside its content, short and the same in both languages' articles. */
export const LONG_FIELDS = { title: TITLE, subtitle: null, excerpt: TITLE }

/** Paragraphs of an article with about so many characters, each of which has a number, marks, a link and code. */
export function longText(characters: number): string {
  const paragraphs: string[] = []
  for (let length = 0; length < characters; ) {
    const number = paragraphs.length + 1
    const sentences = Array.from({ length: 16 }, (_, place) => SENTENCES[(number + place) % 4]?.[0])
    const text = `${number}: ${sentences.join(' ')} **${SENTENCES[0][0]}** [${SENTENCES[1][0]}](/a/${number}) \`code ${number}\``
    paragraphs.push(text)
    length += text.length + 2
  }
  return paragraphs.join('\n\n')
}

/** A table with so many rows. */
export function longTable(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `| Row ${row} | \`a \\| b\` ${SENTENCES[row % 4]?.[0]} | [${row} ships](/a/${row}) |`,
  )
  return ['| Name | What | Link |', '|---|:-:|--:|', ...lines].join('\n')
}

/** Returns what a good model makes of a segment of these. */
export function inGerman(text: string): string {
  const translated = SENTENCES.reduce((made, [english, german]) => made.replaceAll(english, german), text)
  return translated
    .replaceAll(TITLE, GERMAN_TITLE)
    .replace(/^Row (?=\d)/, 'Zeile ')
    .replace(/ ships\b/, ' Schiffe')
    .replace(/^(?:What|Link)$/, (word) => (word === 'What' ? 'Was' : 'Verweis'))
}
