import { createJudge } from '#core/newsroom/judge/create-judge.ts'
import type { Binding, JudgedSource, JudgedTexts } from '#core/newsroom/judge/judge.ts'

const SOURCES = 20
const SENTENCES = 60
const LAPS = 40

const NAMES = [
  'Aster',
  'Lupin',
  'the port of Ghent',
  'Marta Vilela',
  'Jon Ruiz',
  'the University of Évora',
  'Brandt & Sons',
]
const VERBS = [
  'has hired',
  'sold',
  'denied that it had sold',
  'plans to close',
  'opened',
  'could lose',
  'measured',
]
const THINGS = ['bakeries', 'divers', 'boats', 'tonnes of cork', 'tickets', 'wells', 'nurses']
const of = (list: readonly string[], index: number) => list[index % list.length] ?? ''

const factOf = (index: number) =>
  `${of(NAMES, index)} ${of(VERBS, 3 * index)} ${100 + index} ${of(THINGS, 5 * index)} near ${of(NAMES, index + 2)} on ${1 + (index % 28)} March, ` +
  'the office for water and forests said on Monday.'
const toldOf = (index: number) =>
  `On ${1 + (index % 28)} March ${of(NAMES, index)} ${of(VERBS, 3 * index)} ${100 + index} ${of(THINGS, 5 * index)}, an office for forests said.`

const sources: JudgedSource[] = Array.from({ length: SOURCES }, (_, source) => ({
  number: source + 1,
  outlet: `The Post ${source + 1}`,
  published_at: '2026-11-24T09:00:00Z',
  language: 'en',
  origin_id: String(source),
  state: 'present',
  sentences: Array.from({ length: SENTENCES }, (_, place) => ({
    id: place + 1,
    text: factOf(SENTENCES * source + place),
  })),
}))

const bindings: Binding[] = []
for (
  let index = 0;
  bindings
    .map(({ text }) => text)
    .join(' ')
    .split(' ').length < 900;
  index += 13
)
  bindings.push({
    text: toldOf(index),
    kind: 'fact',
    cites: [{ source: 1 + Math.floor(index / SENTENCES), sentence: 1 + (index % SENTENCES) }],
  })
const texts: JudgedTexts = {
  title: 'Aster hires divers near Ghent',
  subtitle: 'The port measures wells',
  excerpt: 'Aster has hired 100 divers. Lupin denies that it sold boats.',
  content: bindings.map(({ text }, index) => (index % 4 === 0 ? '\n\n' : ' ') + text).join(''),
  social_title: '',
  social_description: '',
}

/** In processor time, which depends least on what else the machine does. */
const time = <T>(run: () => T): [T, number] => {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  return [result, (user + system) / 1000]
}
const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const ms = (number: number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`

const first: number[] = []
const again: number[] = []
const edited: number[] = []
let count = 0
for (let lap = 0; lap < LAPS; lap++) {
  const judge = createJudge({ sources, aliases: [], doubts: [] })
  const [sentences, fresh] = time(() => judge.article(texts, bindings))
  count = sentences.length
  first.push(fresh)
  again.push(time(() => judge.article(texts, bindings))[1])
  const content = texts.content.replace('an office', `${lap} offices`)
  edited.push(time(() => judge.article({ ...texts, content }, bindings))[1])
}
console.log(`${count} sentences, ${SOURCES} sources of ${SENTENCES} sentences`)
console.log(`the draft, at the very first    ${ms(first[0] ?? 0)}`)
console.log(
  `the draft, with new sources     ${ms(median(first))}, of each sentence ${ms(median(first) / count)}`,
)
console.log(`the draft again                 ${ms(median(again))}`)
console.log(`the draft, a sentence changed   ${ms(median(edited))}`)
